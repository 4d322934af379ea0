import { figures } from '../components/figures.ts';

/** The tag names of the figures. */
export const figureTags = Object.keys(figures).map((name) => `posenc-${name}`);

/** Fetches the code of the figures with this tag, and wakes them. */
export async function defineFigureTag(tag: string): Promise<void> {
  const [{ defineFigure }, definition] = await Promise.all([
    import('../components/figure/figure-element.ts'),
    figures[tag.slice('posenc-'.length)]!(),
  ]);
  defineFigure(tag, definition);
}
