import type { FigureDefinition } from './figure/definition.ts';

/** The build and the page treat every figure alike; only its own module knows its state and model. */
export type AnyFigure = FigureDefinition<Record<string, unknown>, unknown>;

const any = (definition: unknown): AnyFigure => definition as AnyFigure;

/**
 * Every figure by the name that the content uses, fetched when it is needed. A new one is a folder
 * beside these and a line here; the page defines `<posenc-NAME>` for each that comes into view.
 */
export const figures: Readonly<Record<string, () => Promise<AnyFigure>>> = {
  'add-subtract': async () =>
    any((await import('./add-subtract/add-subtract.ts')).addSubtractFigure),
  attention: async () => any((await import('./attention/attention.ts')).attentionFigure),
  'context-extension': async () =>
    any((await import('./context-extension/context-extension.ts')).contextExtensionFigure),
  'four-ways': async () => any((await import('./four-ways/four-ways.ts')).fourWaysFigure),
  layer: async () => any((await import('./layer/layer.ts')).layerFigure),
  'learned-table': async () =>
    any((await import('./learned-table/learned-table.ts')).learnedTableFigure),
  playground: async () => any((await import('./playground/playground.ts')).playgroundFigure),
  'rotary-hands': async () =>
    any((await import('./rotary-hands/rotary-hands.ts')).rotaryHandsFigure),
  'score-bias': async () => any((await import('./score-bias/score-bias.ts')).scoreBiasFigure),
  schemes: async () => any((await import('./schemes/schemes.ts')).schemesFigure),
  'seen-angles': async () => any((await import('./seen-angles/seen-angles.ts')).seenAnglesFigure),
  sentence: async () => any((await import('./sentence/sentence.ts')).sentenceFigure),
  shift: async () => any((await import('./shift/shift.ts')).shiftFigure),
  similarity: async () => any((await import('./similarity/similarity.ts')).similarityFigure),
};
