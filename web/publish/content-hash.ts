import { createHash } from 'node:crypto';

/** Eight hexadecimal digits that change with the content: answers are kept for what was asked. */
export function contentHash(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex').slice(0, 8);
}
