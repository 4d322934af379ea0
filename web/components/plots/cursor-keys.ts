import type { Cursor } from '../figure/definition.ts';

/**
 * Where a key moves a cursor in a grid of cells: the arrow keys, Home, End, Page Up and Page Down.
 * Undefined for any other key, and for one that is held with another.
 */
export function cursorAfter(
  event: KeyboardEvent,
  at: Cursor,
  rows: number,
  cols: number,
): Cursor | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  return moves[event.key]?.(at, rows, cols);
}

/** The cell of the grid that is nearest to `cursor`. */
export function insideGrid(cursor: Cursor, rows: number, cols: number): Cursor {
  return {
    row: Math.min(rows - 1, Math.max(0, cursor.row)),
    column: Math.min(cols - 1, Math.max(0, cursor.column)),
  };
}

const moves: Record<string, ((at: Cursor, rows: number, cols: number) => Cursor) | undefined> = {
  ArrowLeft: (at) => ({ ...at, column: at.column - 1 }),
  ArrowRight: (at) => ({ ...at, column: at.column + 1 }),
  ArrowUp: (at) => ({ ...at, row: at.row - 1 }),
  ArrowDown: (at) => ({ ...at, row: at.row + 1 }),
  Home: (at) => ({ ...at, column: 0 }),
  End: (at, _rows, cols) => ({ ...at, column: cols - 1 }),
  PageUp: (at) => ({ ...at, row: 0 }),
  PageDown: (at, rows) => ({ ...at, row: rows - 1 }),
};
