import { brotliDecompressSync } from 'node:zlib';

/**
 * The characters that a WOFF2 font maps to a glyph: its `cmap` table, formats 4 and 12. Written after
 * the W3C's WOFF 2.0 and the OpenType specification, so that the tests need no font library.
 */
export function woff2Characters(bytes: Uint8Array): Set<string> {
  const cmap = tableOf(Buffer.from(bytes), 'cmap');
  const characters = new Set<string>();
  for (let i = 0; i < cmap.readUInt16BE(2); ++i) {
    const at = cmap.readUInt32BE(4 + 8 * i + 4);
    const format = cmap.readUInt16BE(at);
    if (format === 12) readGroups(cmap, at, characters);
    if (format === 4) readSegments(cmap, at, characters);
  }
  return characters;
}

const cmapFlag = 0;
/** `glyf` and `loca` are stored in another form unless their version says otherwise. */
const glyfFlag = 10;
const locaFlag = 11;
const ownTag = 63;

function tableOf(font: Buffer, tag: 'cmap'): Buffer {
  if (font.toString('latin1', 0, 4) !== 'wOF2') throw new Error('this is no WOFF2 font');
  const tables = font.readUInt16BE(12);
  const compressed = font.readUInt32BE(20);
  let at = 48;
  let offset = 0;
  let found: [number, number] | undefined;
  const length = () => {
    let value = 0;
    for (;;) {
      const byte = font.readUInt8(at++);
      value = value * 128 + (byte & 127);
      if (byte < 128) return value;
    }
  };
  for (let i = 0; i < tables; ++i) {
    const flags = font.readUInt8(at++);
    const known = flags & 63;
    let name = '';
    if (known === ownTag) {
      name = font.toString('latin1', at, at + 4);
      at += 4;
    }
    const version = flags >> 6;
    const original = length();
    const transformed = known === glyfFlag || known === locaFlag ? version !== 3 : version !== 0;
    const size = transformed ? length() : original;
    if (known === cmapFlag || name === tag) found = [offset, size];
    offset += size;
  }
  if (found === undefined) throw new Error(`the font has no ${tag}`);
  const data = brotliDecompressSync(font.subarray(at, at + compressed));
  return data.subarray(found[0], found[0] + found[1]);
}

function readGroups(cmap: Buffer, at: number, characters: Set<string>): void {
  for (let i = 0; i < cmap.readUInt32BE(at + 12); ++i) {
    const group = at + 16 + 12 * i;
    const last = cmap.readUInt32BE(group + 4);
    for (let code = cmap.readUInt32BE(group); code <= last; ++code) {
      characters.add(String.fromCodePoint(code));
    }
  }
}

function readSegments(cmap: Buffer, at: number, characters: Set<string>): void {
  const twice = cmap.readUInt16BE(at + 6);
  for (let i = 0; i < twice; i += 2) {
    const last = cmap.readUInt16BE(at + 14 + i);
    const first = cmap.readUInt16BE(at + 16 + twice + i);
    // The last segment is the table's end mark.
    for (let code = first; code <= last && code !== 0xffff; ++code) {
      characters.add(String.fromCodePoint(code));
    }
  }
}
