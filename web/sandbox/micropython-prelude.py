# Runs inside the interpreter before the learner's code and makes three functions that the learner's
# code cannot reach. Every built-in that they use is captured here first, because the learner may
# replace it afterwards. Numbers come back as one array of floats, by its address: nothing of the
# learner's is walked from outside.


def _prelude(max_cells, max_depth, source_name):
    import builtins, io, sys, uctypes
    from array import array

    Array, Bool, Bytes, Complex, Dict, Float = array, bool, bytes, complex, dict, float
    Frozen, Int, List, Range, Set = frozenset, int, list, range, set
    Text, Tuple = str, tuple
    Whatever, NoMemory, Overflow = BaseException, MemoryError, OverflowError
    call, length, kind_of, is_a, read = callable, len, type, isinstance, eval
    execute, translate, numbered = exec, compile, range
    address, print_error, Buffer = uctypes.addressof, sys.print_exception, io.StringIO

    # The order is that of runProblems and kValueKinds outside.
    CELLS = -1
    NOT_A_LIST, RAGGED, NOT_A_NUMBER, TOO_LARGE = 5, 6, 7, 8
    NOTHING, MUTATED = 11, 12
    NUMBER, LIST, TEXT, BOOL, FUNCTION, OBJECT, NONE, COMPLEX, DICT, SET = (
        0, 1, 2, 3, 8, 10, 11, 12, 13, 14,
    )
    # Answers of `load` and `answer` that are no address.
    DONE, THREW, OUT_OF_MEMORY, NO_FUNCTION = 0, -1, -2, -3
    LAZY = ("generator", "map", "zip", "filter", "enumerate", "reversed", "iterator")

    function = None
    error = None
    memory = None  # of the last answer, until it has been read

    def kind(value):
        type_ = kind_of(value)
        if value is None:
            return NONE
        if type_ is Float or type_ is Int:
            return NUMBER
        if type_ is Bool:
            return BOOL
        if type_ is Text:
            return TEXT
        if type_ is Complex:
            return COMPLEX
        if type_ is Dict:
            return DICT
        if type_ is Set or type_ is Frozen:
            return SET
        return FUNCTION if call(value) else OBJECT

    # The entries of a list or of what goes for one; None for anything else.
    def entries(value):
        type_ = kind_of(value)
        if type_ is List or type_ is Tuple:
            return value
        if is_a(value, (List, Tuple, Range, Array)):
            return [] if length(value) == 0 else value if length(value) > max_cells else List(value)
        if type_.__name__ in LAZY:
            taken = []
            for one in value:
                # What is yielded next may change what a generator of this row is made from.
                taken.append(entries(one) if kind_of(one).__name__ in LAZY else one)
                if length(taken) > max_cells:
                    break
            return taken
        return None

    # [status, kind, path length, path x 3, depth, shape x 3, cells ...]
    def packed(status, found, path, shape, cells):
        head = [float_of(status), float_of(found), float_of(length(path))]
        for i in numbered(3):
            head.append(float_of(path[i] if i < length(path) else 0))
        head.append(float_of(length(shape)))
        for i in numbered(3):
            head.append(float_of(shape[i] if i < length(shape) else 0))
        head.extend(cells)
        return Array("d", head)

    def float_of(value):
        try:
            return Float(value)
        except Overflow:
            return Float("inf") if value > 0 else Float("-inf")

    # The first list of each depth gives the shape; everything else has to agree with it.
    def collect(value):
        if value is None:
            return packed(NOTHING, NONE, (), (), ())
        top = entries(value)
        if top is None:
            return packed(NOT_A_LIST, kind(value), (), (), ())
        cells = []
        shape = []
        path = []
        failure = [None]
        lists = [0]
        leaf = [None]  # the depth that holds the numbers

        def fail(status, found):
            failure[0] = packed(status, found, path, (), ())
            return False

        def fill(items, depth):
            count = length(items)
            lists[0] += 1
            if count > max_cells or lists[0] > max_cells:
                path.clear()
                return fail(TOO_LARGE, LIST)
            if depth == length(shape):
                shape.append(count)
            elif count != shape[depth]:
                return fail(RAGGED, LIST)
            path.append(0)
            for i in numbered(count):
                path[depth] = i
                one = items[i]
                type_ = kind_of(one)
                if type_ is Float or type_ is Int:
                    if leaf[0] is None and length(shape) == depth + 1:
                        leaf[0] = depth
                    if leaf[0] != depth:
                        return fail(RAGGED, NUMBER)
                    cells.append(one if type_ is Float else float_of(one))
                    if length(cells) > max_cells:
                        path.clear()
                        return fail(TOO_LARGE, LIST)
                    continue
                inner = entries(one)
                if inner is None:
                    return fail(NOT_A_NUMBER, kind(one))
                if leaf[0] == depth:
                    return fail(RAGGED, LIST)
                if depth + 1 == max_depth:
                    return fail(NOT_A_NUMBER, LIST)
                if not fill(inner, depth + 1):
                    return False
            path.pop()
            return True

        if not fill(top, 0):
            return failure[0]
        return packed(CELLS, NUMBER, (), shape, cells)

    def load(source, entry):
        nonlocal function, error
        space = {"__name__": "__main__"}
        try:
            execute(translate(source, source_name, "exec"), space)
            function = space.get(entry)
        except NoMemory as thrown:
            error = thrown
            return OUT_OF_MEMORY
        except Whatever as thrown:
            error = thrown
            return THREW
        return DONE if call(function) else NO_FUNCTION

    def answer(arguments):
        nonlocal error, memory
        memory = None
        try:
            given = read("(" + arguments + ",)", {"float": Float}) if arguments else ()
            before = [Bytes(collect(one)) if kind_of(one) is List else None for one in given]
            result = collect(function(*given))
            if result[0] == CELLS:
                for i in numbered(length(given)):
                    if before[i] is not None and Bytes(collect(given[i])) != before[i]:
                        result = packed(MUTATED, LIST, (), (), ())
                        break
            memory = result
            return address(result)
        except NoMemory as thrown:
            error = thrown
            return OUT_OF_MEMORY
        except Whatever as thrown:
            error = thrown
            return THREW

    # Name, message and places of the last error.
    def describe():
        nonlocal error
        thrown, error = error, None
        name = kind_of(thrown).__name__
        trace = Buffer()
        try:
            message = Text(thrown)
        except Whatever:
            message = ""
        try:
            print_error(thrown, trace)
        except Whatever:
            pass
        return "\x04".join((name, message[:500], trace.getvalue()[-8000:]))

    def calibrate():
        total = 0
        for i in numbered(4000):
            total = i & 255

    # What the learner's code may import: nothing that leads out, even though it leads nowhere.
    closed = (
        "__main__", "_asyncio", "asyncio", "gzip", "inspect", "js", "jsffi", "micropython", "os",
        "pathlib", "platform", "select", "tarfile", "uctypes", "unittest", "vfs",
    )
    original = __import__
    NoModule, NoInput, NoFile = ImportError, EOFError, OSError
    depth = [0]

    class Hint:
        def __getattr__(self, name):
            return self

        def __getitem__(self, key):
            return self

        def __call__(self, *values, **named):
            return self

    hint = Hint()

    def import_(name, space=None, local=None, names=None, level=0):
        top = name.split(".")[0]
        if top == "typing" or top == "__future__":
            return hint
        if depth[0] == 0 and (top in closed or (top[:1] == "u" and top[1:] in closed)):
            raise NoModule("no module named '" + name + "'")
        depth[0] += 1
        try:
            return original(name, space, local, names, level)
        finally:
            depth[0] -= 1

    def no_input(*values):
        raise NoInput("input")

    def no_file(*values, **named):
        raise NoFile("files")

    builtins.__import__ = import_
    builtins.input = no_input
    builtins.open = no_file
    builtins.execfile = no_file
    return load, answer, describe, calibrate
