import { describe, expect, test } from 'vitest';
import { namesSection, readOptions } from '../../../web/embed/page-options.ts';

describe('the address of a page', () => {
  test('asks for nothing by itself', () => {
    expect(readOptions('')).toEqual({
      part: undefined,
      bare: false,
      theme: undefined,
      dir: undefined,
      challenges: ['js', 'py'],
      headingLevel: 1,
      resize: false,
      mayResize: true,
      at: '',
      id: '',
      notKnown: [],
    });
  });

  test.each([
    ['?sections=3-5', { kind: 'sections', name: '3-5' }],
    ['?figure=playground', { kind: 'figure', name: 'playground' }],
    ['?challenge=rotary', { kind: 'challenge', name: 'rotary' }],
  ])('%s shows that alone, without the rest of the page, and tells its height', (search, part) => {
    expect(readOptions(search)).toMatchObject({ part, bare: true, resize: true });
  });

  test('embed=1 leaves the whole lesson without its surroundings', () => {
    expect(readOptions('?embed=1')).toMatchObject({ part: undefined, bare: true, resize: true });
  });

  test('resize=none keeps the height to itself, resize=auto tells that of the whole page', () => {
    expect(readOptions('?embed=1&resize=none')).toMatchObject({ resize: false, mayResize: false });
    expect(readOptions('?resize=auto')).toMatchObject({ bare: false, resize: true });
  });

  test.each([
    ['?theme=purple', 'theme=purple'],
    ['?embed=yes', 'embed=yes'],
    ['?resize=2', 'resize=2'],
    ['?dir=up', 'dir=up'],
    ['?lang=de', 'lang=de'],
    ['?lesson=attention', 'lesson=attention'],
    ['?challenges=cobol', 'challenges=cobol'],
    ['?heading-level=7', 'heading-level=7'],
    ['?heading-level=2.5', 'heading-level=2.5'],
  ])('of %s nothing comes but a word to the author', (search, said) => {
    expect(readOptions(search)).toEqual({ ...readOptions(''), notKnown: [said] });
  });

  test.each(['?nonsense', '?figure=', '?%', '?utm_source=mail', '?lang=en'])(
    'nothing comes of %s',
    (search) => {
      expect(readOptions(search)).toEqual(readOptions(''));
    },
  );

  test.each([
    ['none', []],
    ['js', ['js']],
    ['python', ['py']],
    ['py', ['py']],
    ['python js', ['js', 'py']],
    ['js,cobol', ['js']],
  ])('challenges=%s offers the languages %j', (value, challenges) => {
    expect(readOptions(`?challenges=${encodeURIComponent(value)}`)).toEqual({
      ...readOptions(''),
      challenges,
    });
  });

  test('heading-level is the level of the title', () => {
    expect(readOptions('?heading-level=3')).toEqual({ ...readOptions(''), headingLevel: 3 });
  });
});

test.each([
  ['3-5', [3, 4, 5]],
  ['2', [2]],
  ['rates,rotation', [4, 5]],
  ['1, 11-12', [1, 11, 12]],
  ['5-3', []],
  ['nothing', []],
])('the list %s names the sections %j', (list, numbers) => {
  const ids = ['', 'a', 'b', 'c', 'rates', 'rotation', 'g', 'h', 'i', 'j', 'k', 'l', 'm'];
  const named = ids.flatMap((id, number) =>
    number > 0 && namesSection(list, id, number) ? [number] : [],
  );
  expect(named).toEqual(numbers);
});
