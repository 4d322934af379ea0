/** What the address of a page asks for: `index.html?sections=3-5&theme=dark`. Unknown parts say nothing. */
export interface PageOptions {
  /** the only part to show, by what the page calls it; the whole lesson without one */
  part: { kind: 'sections' | 'figure' | 'challenge'; name: string } | undefined;
  /** whether the bar, the contents and the like are left out */
  bare: boolean;
  theme: 'auto' | 'light' | 'dark' | undefined;
  dir: 'ltr' | 'rtl' | undefined;
  /** the languages that challenges are offered in; without one there are no challenges */
  challenges: readonly string[];
  /** the level of the lesson's title, from 1: where it stands in the outline of the page around it */
  headingLevel: number;
  /** whether the page that holds this one is told the height unasked */
  resize: boolean;
  /** whether it is told the height when it asks */
  mayResize: boolean;
  /**
   * the place to open, which `#PLACE` names too: but with that some browsers scroll a page of the same
   * site around the frame
   */
  at: string;
  /** what every message to that page carries, so that it knows its frames apart */
  id: string;
  /** what was asked for by a word that is not known, as it stands in the address */
  notKnown: readonly string[];
}

const codeLanguages = ['js', 'py'];

export function readOptions(search: string): PageOptions {
  const query = new URLSearchParams(search);
  const notKnown: string[] = [];
  const oneOf = <T extends string>(name: string, ...known: T[]): T | undefined => {
    const value = query.get(name);
    const found = known.find((one) => one === value);
    if (value !== null && found === undefined) notKnown.push(`${name}=${value}`);
    return found;
  };
  const kind = (['challenge', 'figure', 'sections'] as const).find((name) => query.get(name));
  const bare = kind !== undefined || oneOf('embed', '1') !== undefined;
  const resize = oneOf('resize', 'auto', 'none');
  const challenges = (query.get('challenges') ?? '').split(/[ ,]+/);
  const offered = codeLanguages.filter((ending) =>
    challenges.some((name) => name === ending || (name === 'python' && ending === 'py')),
  );
  oneOf('lang', 'en');
  oneOf('lesson', 'positional-encoding');
  return {
    part: kind === undefined ? undefined : { kind, name: query.get(kind)! },
    bare,
    theme: oneOf('theme', 'auto', 'light', 'dark'),
    dir: oneOf('dir', 'ltr', 'rtl'),
    challenges:
      offered.length > 0 || oneOf('challenges', 'none') !== undefined ? offered : codeLanguages,
    headingLevel: Number(oneOf('heading-level', '1', '2', '3', '4', '5', '6') ?? 1),
    resize: resize === undefined ? bare : resize === 'auto',
    mayResize: resize !== 'none',
    at: query.get('at') ?? '',
    id: query.get('id') ?? '',
    notKnown,
  };
}

/**
 * Whether a list such as `3-5,rates` names a section.
 * @param number its place in the lesson, from 1
 */
export function namesSection(list: string, id: string, number: number): boolean {
  return list.split(',').some((one) => {
    const range = /^(\d+)(?:-(\d+))?$/.exec(one.trim());
    if (range === null) return one.trim() === id;
    const first = Number(range[1]);
    return number >= first && number <= Number(range[2] ?? first);
  });
}
