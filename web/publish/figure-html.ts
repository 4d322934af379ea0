import { render } from '@lit-labs/ssr';
import { collectResultSync } from '@lit-labs/ssr/lib/render-result.js';
import { PNG } from 'pngjs';
import type { Core } from '../bindings/core.ts';
import type { Matrix } from '../bindings/matrix.ts';
import { readState } from '../components/figure/fields.ts';
import { staticFigure } from '../components/figure/frame.ts';
import { figures, type AnyFigure } from '../components/figures.ts';
import { pixelsOf } from '../components/plots/colour.ts';
import { contentHash } from './content-hash.ts';
import { escapeHtml } from './escape.ts';
import { withStandIns } from './stand-in.ts';

const definitions: Readonly<Record<string, AnyFigure>> = Object.fromEntries(
  await Promise.all(
    Object.entries(figures).map(async ([name, load]) => [name, await load()] as const),
  ),
);

/**
 * A figure in its first state: the element with its attributes, and inside it what the element would
 * draw. @throws {Error} for a name or an attribute that does not exist, or a value that cannot be read
 */
export function figureHtml(
  core: Core,
  name: string,
  id: string,
  values: Record<string, string>,
): { open: string; element: string; close: string } {
  if (!Object.hasOwn(definitions, name)) {
    throw new Error(
      `there is no figure "${name}"; known are ${Object.keys(definitions).join(', ')}`,
    );
  }
  const definition = definitions[name]!;
  for (const [key, value] of Object.entries(values)) {
    const field = definition.fields[key];
    if (field === undefined) {
      const known = Object.keys(definition.fields).join(', ');
      throw new Error(`figure ${name} has no "${key}"; it has ${known}`);
    }
    if (field.read(value) === undefined) {
      throw new Error(`figure ${name}: ${key}="${value}" cannot be read`);
    }
  }
  const state = readState(definition.fields, (key) => values[key]);
  const model = definition.model(core, state);
  const drawn = collectResultSync(
    render(staticFigure(definition, model, { id, picture: pictureAddress })),
  );
  const attributes = Object.entries(values).map(([key, value]) => ` ${key}="${escapeHtml(value)}"`);
  const tag = `posenc-${name}`;
  const element = `<${tag} id="${id}"${attributes.join('')} data-hash="${contentHash([name, values])}">${withStandIns(asPlainHtml(drawn))}</${tag}>\n`;
  return {
    open: `<figure class="figure">\n<figcaption>\n`,
    element,
    close: `</figcaption>\n${element}</figure>\n`,
  };
}

/**
 * Lit's markers are for taking over; the element draws anew instead. Its renderer also writes the
 * properties `checked` and `selected` as attributes with values, beside the attributes proper.
 */
function asPlainHtml(drawn: string): string {
  return drawn
    .replace(/<!--[\s\S]*?-->|<\?>/g, '')
    .replace(/ (?:checked|selected)="(?:true|false)"/g, '')
    .replace(/\s*\n\s*/g, '\n');
}

/**
 * A matrix as a picture of one pixel a cell, in the colours of the live heat map. A PNG inside an SVG,
 * since a PNG alone has a shape of its own, which the page would be stretching.
 */
function pictureAddress({ rows, cols, data }: Matrix): string {
  const png = new PNG({ width: cols, height: rows });
  png.data.set(pixelsOf(data));
  const pixels = `data:image/png;base64,${PNG.sync.write(png).toString('base64')}`;
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${cols} ${rows}" preserveAspectRatio="none">` +
    `<image width="${cols}" height="${rows}" style="image-rendering:pixelated" href="${pixels}"/></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
