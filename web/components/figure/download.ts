import { shortest } from '../strings/numbers.ts';
import type { FigureTable } from './definition.ts';

/** A table as CSV (RFC 4180), numbers with as many digits as a float32 has. */
export function tableAsCsv(table: FigureTable): string {
  const quote = (value: string) =>
    /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  const line = (cells: readonly (string | number)[]) =>
    cells
      .map((cell) => (typeof cell === 'number' ? String(shortest(cell)) : quote(cell)))
      .join(',');
  return [line(table.columns), ...table.rows.map(line)].join('\r\n') + '\r\n';
}

/** Properties that carry a drawing's look; everything else of a style sheet stays behind. */
const paintProperties = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'opacity',
  'vector-effect',
  'font-family',
  'font-size',
  'font-weight',
  'text-anchor',
] as const;

/**
 * The drawings of a figure (every svg and canvas in `root`, and the text of `[data-label]`
 * elements), placed as they are on the screen, as one SVG file that needs no style sheet.
 */
export function pictureOf(root: HTMLElement, title: string): string {
  const frame = root.getBoundingClientRect();
  const width = Math.ceil(frame.width);
  const height = Math.ceil(frame.height);
  const page = getComputedStyle(document.body);
  const parts: string[] = [];
  for (const element of root.querySelectorAll<HTMLElement | SVGElement>(
    'svg, canvas, [data-label]',
  )) {
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0) continue;
    const x = (box.left - frame.left).toFixed(1);
    const y = (box.top - frame.top).toFixed(1);
    if (element instanceof HTMLCanvasElement) {
      parts.push(
        `<image x="${x}" y="${y}" width="${box.width.toFixed(1)}" height="${box.height.toFixed(1)}" ` +
          `preserveAspectRatio="none" image-rendering="pixelated" href="${element.toDataURL()}"/>`,
      );
    } else if (element instanceof SVGElement) {
      const copy = styledCopy(element);
      copy.setAttribute('x', x);
      copy.setAttribute('y', y);
      copy.setAttribute('width', box.width.toFixed(1));
      copy.setAttribute('height', box.height.toFixed(1));
      parts.push(new XMLSerializer().serializeToString(copy));
    } else {
      parts.push(labelOf(element, box, frame));
    }
  }
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" ` +
    `viewBox="0 0 ${width} ${height}"><title>${escapeText(title)}</title>` +
    `<rect width="100%" height="100%" fill="${page.backgroundColor}"/>${parts.join('')}</svg>`
  );
}

function styledCopy(original: SVGElement): SVGElement {
  const copy = original.cloneNode(true) as SVGElement;
  const originals = [original, ...original.querySelectorAll<SVGElement>('*')];
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')];
  originals.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const property of paintProperties) {
      copies[i]!.setAttribute(property, style.getPropertyValue(property));
    }
    copies[i]!.removeAttribute('class');
  });
  return copy;
}

function labelOf(element: HTMLElement, box: DOMRect, frame: DOMRect): string {
  const style = getComputedStyle(element);
  const size = parseFloat(style.fontSize);
  const x = (box.left - frame.left).toFixed(1);
  const y = (box.top - frame.top + box.height / 2 + size * 0.35).toFixed(1);
  return (
    `<text x="${x}" y="${y}" font-family="sans-serif" font-size="${size}" fill="${style.color}">` +
    `${escapeText(element.textContent.trim().replace(/\s+/g, ' '))}</text>`
  );
}

function escapeText(written: string): string {
  return written.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Hands a text to the browser as a file. */
export function saveFile(name: string, type: string, content: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The download has its own hold on the data once the click is through.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
