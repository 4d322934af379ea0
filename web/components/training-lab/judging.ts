// As lab/report.cpp judges the stored runs; apart from them, so that the worker need not hold them.

/** How accuracy is measured: over so many fresh sequences, some at a time, seed after seed. */
export const judged = { sequences: 512, atOnce: 64, firstSeed: 999 } as const;

/** The sequences by which it is seen whether outputs move with the beads. */
export const moved = { length: 16, sequences: 32, seed: 5 } as const;
