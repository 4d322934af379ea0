/** What is drawn in the place of the fields of a figure. */
import { expect, test } from 'vitest';
import { withStandIns } from '../../../web/publish/stand-in.ts';

test.each([
  ['a slider', '<input\nid="a"\ntype="range"\nmin="0"\n/>', '<span class="in-range"></span>'],
  ['a box', '<input type="text" value="6">', '<span class="in-text">6</span>'],
  ['an empty box', '<input type="text">', '<span class="in-text">&nbsp;</span>'],
  ['a choice', '<input type="radio" name="a">', '<span class="in-choice"></span>'],
  [
    'the chosen one',
    '<input\ntype="radio"\nchecked\n/>',
    '<span class="in-choice in-chosen"></span>',
  ],
  [
    'a list',
    '<select id="a">\n<option value="1">one</option>\n<option value="2" selected>two</option>\n</select>',
    '<span class="in-text in-list">two</span>',
  ],
  ['a label that has lost its field', '<label for="a">Base</label>', '<label>Base</label>'],
])('%s', (_, field, drawn) => {
  expect(withStandIns(`<p>${field}</p>`)).toBe(`<p>${drawn}</p>`);
});

test('a field that nothing stands in for stops the build', () => {
  expect(() => withStandIns('<input type="color">')).toThrow('nothing stands in for');
});
