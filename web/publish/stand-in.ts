/**
 * What the build draws in the place of a field. Browsers that fill in forms look at every field of a new
 * page, and lay out each section for that, which takes longer than all else at the start; and without
 * scripts a field does nothing. The elements put fields there when they come near.
 */
export const choiceStandIn = '<span class="in-choice"></span>';
export const boxStandIn = '<span class="in-choice in-box"></span>';
/** Empty, it would stand on another line than a field does. */
export const textStandIn = (value: string, more = '') =>
  `<span class="in-text${more}">${value === '' ? '&nbsp;' : value}</span>`;

/** The same for the fields of drawn figures. */
export function withStandIns(html: string): string {
  return html
    .replace(/<select\b[^>]*>([\s\S]*?)<\/select>/g, (_, options: string) => {
      const chosen = /<option\b[^>]*\sselected[^>]*>([\s\S]*?)<\/option>/.exec(options);
      return textStandIn(chosen?.[1]?.trim() ?? '', ' in-list');
    })
    .replace(/<input\b[^>]*>/g, (field) => {
      const attribute = (name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(field)?.[1];
      switch (attribute('type')) {
        case 'range':
          return '<span class="in-range"></span>';
        case 'radio':
          return /\schecked\b/.test(field)
            ? '<span class="in-choice in-chosen"></span>'
            : choiceStandIn;
        case 'text':
          return textStandIn(attribute('value') ?? '', ` ${attribute('class') ?? ''}`.trimEnd());
        default:
          throw new Error(`nothing stands in for ${field}`);
      }
    })
    .replace(/<label\s+for="[^"]*"/g, '<label');
}
