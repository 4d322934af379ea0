# Runs one solution in the user's own Python, for `check-solution --python`. Reads a job from standard
# input as JSON; writes a line of JSON for each step to file descriptor 3, since standard output is
# the learner's.
import json
import math
import os
import sys
import traceback

job = json.load(sys.stdin)
out = os.fdopen(3, "w", encoding="utf-8")
source_name, max_cells, max_depth = job["sourceName"], job["maxCells"], job["maxDepth"]
LAZY = ("generator", "map", "zip", "filter", "enumerate", "reversed")


class Failed(Exception):
    def __init__(self, problem, path=(), found=None):
        self.problem, self.path, self.found = problem, list(path), found


def say(**message):
    out.write(json.dumps(message, allow_nan=False) + "\n")
    out.flush()


def plain(value):
    """Arrays and tensors as lists; everything else as it is."""
    if hasattr(value, "detach"):
        value = value.detach().cpu()
    return value.tolist() if hasattr(value, "tolist") else value


def kind(value):
    if value is None:
        return "none"
    for type_, name in (
        (bool, "boolean"),
        ((int, float), "number"),
        (str, "string"),
        (complex, "complex"),
        (dict, "dictionary"),
        ((set, frozenset), "set"),
    ):
        if isinstance(value, type_):
            return name
    return "function" if callable(value) else "object"


def entries(value):
    if isinstance(value, (list, tuple, range)):
        return value
    return list(value) if type(value).__name__ in LAZY else None


def number(value):
    try:
        value = float(value)
    except OverflowError:
        value = math.inf if value > 0 else -math.inf
    return value if math.isfinite(value) else str(value)


def collect(value):
    """Shape and cells of nested lists. The first list of each depth gives the shape."""
    value = plain(value)
    if value is None:
        raise Failed("nothing-returned", found="none")
    shape, cells, leaf = [], [], []

    def fill(items, path):
        depth = len(path)
        if len(items) > max_cells:
            raise Failed("too-large", found="list")
        if depth == len(shape):
            shape.append(len(items))
        elif len(items) != shape[depth]:
            raise Failed("ragged", path, "list")
        for i, item in enumerate(items):
            item = plain(item)
            at = path + [i]
            if isinstance(item, (int, float)) and not isinstance(item, bool):
                if not leaf and len(shape) == depth + 1:
                    leaf.append(depth)
                if leaf != [depth]:
                    raise Failed("ragged", at, "number")
                cells.append(number(item))
                if len(cells) > max_cells:
                    raise Failed("too-large", found="list")
                continue
            inner = entries(item)
            if inner is None:
                raise Failed("not-a-number", at, kind(item))
            if leaf == [depth]:
                raise Failed("ragged", at, "list")
            if depth + 1 == max_depth:
                raise Failed("not-a-number", at, "list")
            fill(inner, at)

    top = entries(value)
    if top is None:
        raise Failed("not-a-list", found=kind(value))
    fill(top, [])
    return {"shape": shape, "cells": cells}


def described(error):
    """Name, message and the innermost place in the learner's file."""
    line = column = 0
    if isinstance(error, SyntaxError):
        if error.filename == source_name:
            line, column = error.lineno or 0, error.offset or 0
        message = error.msg or ""
    else:
        for place in traceback.extract_tb(error.__traceback__):
            if place.filename == source_name:
                line = place.lineno or 0
        try:
            message = str(error)
        except BaseException:
            message = ""
    return {"kind": type(error).__name__, "message": message[:500], "line": line, "column": column}


def problem_of(error):
    return "out-of-memory" if isinstance(error, MemoryError) else "threw"


def main():
    say(type="started")
    space = {"__name__": "__main__"}
    try:
        exec(compile(job["source"], source_name, "exec"), space)
    except BaseException as error:
        return say(type="refused", problem=problem_of(error), error=described(error))
    function = space.get(job["entry"])
    if not callable(function):
        return say(type="refused", problem="no-function", error=None)
    say(type="loaded")
    for id_, text in enumerate(job["cases"]):
        try:
            given = eval("(" + text + ",)", {"float": float}) if text else ()
            before = repr(given)
            answer = collect(function(*given))
            if repr(given) != before:
                raise Failed("mutated-input")
            say(type="out", id=id_, **answer)
        except Failed as failed:
            say(
                type="err", id=id_, problem=failed.problem, path=failed.path,
                found=failed.found, error=None,
            )
        except BaseException as error:
            words = described(error)
            arity = words["kind"] == "TypeError" and words["line"] == 0
            say(
                type="err", id=id_, problem="wrong-arity" if arity else problem_of(error),
                path=[], found=None, error=None if arity else words,
            )


main()
say(type="end")
out.close()
os._exit(0)  # threads that the learner's code left behind have nothing more to do
