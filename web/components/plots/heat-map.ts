import { html, svg, type TemplateResult } from 'lit';
import type { Matrix } from '../../bindings/matrix.ts';
import type { Cursor, ViewContext } from '../figure/definition.ts';
import { text } from '../strings/strings.ts';
import { pixelsOf } from './colour.ts';
import { cursorAfter, insideGrid } from './cursor-keys.ts';

export interface HeatMap {
  /** one cell a pixel, drawn row by row from the top */
  cells: Matrix;
  name: string;
  /** column drawn with a mark, such as the present position */
  marked?: number;
  /**
   * A slider changes how many cells there are: the canvas keeps its size, since a browser takes longer
   * to put a new one in place than to paint it. Borders of cells may then be half a pixel off.
   */
  steady?: boolean;
}

/** A canvas that keeps its size: whole pixels for a cell of the usual tables, up to this many cells. */
const steadyColumns = 512;
const steadyRows = 256;

/**
 * A matrix as a grid of coloured cells. The arrow keys, Home, End, Page Up and Page Down move a
 * cursor over it; the figure says what the cell holds.
 */
export function heatMap<State>(
  map: HeatMap,
  context: ViewContext<State>,
  choose?: (cursor: Cursor) => void,
): TemplateResult {
  const { rows, cols } = map.cells;
  const move = (cursor: Cursor) => context.moveCursor(insideGrid(cursor, rows, cols));
  const onKey = (event: KeyboardEvent) => {
    const at = context.cursor ?? { row: 0, column: map.marked ?? 0 };
    const to = cursorAfter(event, at, rows, cols);
    if (to === undefined) return;
    event.preventDefault();
    move(context.cursor === undefined ? at : to);
  };
  const onClick = (event: MouseEvent) => {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    const cursor = {
      row: Math.floor(((event.clientY - box.top) / box.height) * rows),
      column: Math.floor(((event.clientX - box.left) / box.width) * cols),
    };
    move(cursor);
    choose?.(cursor);
  };
  const cursor = context.cursor;
  const [wide, high] = map.steady ? [steadyColumns, steadyRows] : [cols, rows];
  return html`
    <div
      class="heat-map"
      role="application"
      tabindex="0"
      aria-label=${text('figure.cells', { name: map.name })}
      @keydown=${onKey}
      @click=${onClick}
    >
      ${
        context.picture
          ? html`<img src=${context.picture(map.cells)} alt="" width=${cols} height=${rows} />`
          : html`<canvas width=${wide} height=${high} aria-hidden="true"></canvas>`
      }
      <svg viewBox="0 0 ${side} ${side}" preserveAspectRatio="none" aria-hidden="true">
        ${frameOf('room', [0, cols], [0, rows], map.cells)}
        ${
          map.marked !== undefined && map.marked < cols
            ? frameOf('mark', [map.marked, map.marked + 1], [0, rows], map.cells)
            : ''
        }
        ${
          cursor !== undefined && cursor.row < rows && cursor.column < cols
            ? frameOf(
                'cursor',
                [cursor.column, cursor.column + 1],
                [cursor.row, cursor.row + 1],
                map.cells,
              )
            : ''
        }
      </svg>
    </div>
  `;
}

/** Paints the canvas of a heat map that is in the page, where its matrix has changed. */
export function paintHeatMap(root: HTMLElement, cells: Matrix): void {
  const canvas = root.querySelector<HTMLCanvasElement>('.heat-map canvas');
  if (canvas === null || cells.data.length === 0) return;
  const last = painted.get(canvas);
  if (last?.cells === cells) return;
  // The same bytes for every table of a size: new ones at each move of a slider would be much to clear away.
  const bytes = last?.bytes.length === 4 * cells.data.length ? last.bytes : undefined;
  const pixels = pixelsOf(cells.data, bytes);
  const image = new ImageData(pixels, cells.cols, cells.rows);
  const context = canvas.getContext('2d');
  if (canvas.width === cells.cols && canvas.height === cells.rows) {
    context?.putImageData(image, 0, 0);
  } else if (context) {
    drawEnlarged(context, image);
  }
  painted.set(canvas, { cells, bytes: pixels });
}

const painted = new WeakMap<
  HTMLCanvasElement,
  { cells: Matrix; bytes: Uint8ClampedArray<ArrayBuffer> }
>();

/** One for all maps, as large as the largest that there was. */
let workshop: HTMLCanvasElement | undefined;

/** Each cell as a rectangle of pixels, so that all together fill the canvas. */
function drawEnlarged(context: CanvasRenderingContext2D, image: ImageData): void {
  workshop ??= document.createElement('canvas');
  if (workshop.width < image.width) workshop.width = image.width;
  if (workshop.height < image.height) workshop.height = image.height;
  workshop.getContext('2d')?.putImageData(image, 0, 0);
  const { width, height } = context.canvas;
  context.imageSmoothingEnabled = false;
  context.clearRect(0, 0, width, height);
  context.drawImage(workshop, 0, 0, image.width, image.height, 0, 0, width, height);
}

/** The side of the map in the units of what is drawn on it, the same for any number of cells. */
const side = 10_000;

/**
 * A frame around some columns and rows. A polygon, because the page's styles need not be worked out
 * again when it moves, as for a path. The one around all is not drawn, it holds the room: a picture
 * that always reaches as far is put together sooner.
 */
function frameOf(
  name: 'room' | 'mark' | 'cursor',
  columns: readonly [number, number],
  rows: readonly [number, number],
  cells: Matrix,
): TemplateResult<2> {
  const [left, right] = columns.map((column) => (column / cells.cols) * side);
  const [top, bottom] = rows.map((row) => (row / cells.rows) * side);
  const points = `${left} ${top} ${right} ${top} ${right} ${bottom} ${left} ${bottom}`;
  return svg`<polygon
    class="heat-map-${name}"
    points=${points}
    vector-effect="non-scaling-stroke"
  />`;
}
