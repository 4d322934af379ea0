import type { FigureDefinition } from './figure/definition.ts';
import { addSubtractFigure } from './add-subtract/add-subtract.ts';
import { playgroundFigure } from './playground/playground.ts';
import { sentenceFigure } from './sentence/sentence.ts';

/**
 * Every figure by the name that the content uses. A new one is a folder beside these and a line
 * here; the page defines `<posenc-NAME>` for each.
 */
export const figures = {
  'add-subtract': addSubtractFigure,
  playground: playgroundFigure,
  sentence: sentenceFigure,
} as const satisfies Record<string, FigureDefinition<never, never> | object>;

export type FigureName = keyof typeof figures;
