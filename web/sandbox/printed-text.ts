/** Collects the bytes that an interpreter prints as lines, and stops keeping them at the limits. */
import { kMaxPrinted, kMaxPrintedLine, kMaxPrintedLines } from './protocol.ts';

const kCut = '… (more was printed; only the beginning is kept)';
const kLineEnd = 10;

export class PrintedText {
  readonly #decoder = new TextDecoder();
  #lines: string[] = [];
  #line = '';
  #linesOfCase = 0;
  #printedOfRun = 0;
  #open = true;

  write(bytes: Uint8Array): void {
    if (!this.#open) return;
    let from = 0;
    while (this.#open) {
      const end = bytes.indexOf(kLineEnd, from);
      this.#append(bytes.subarray(from, end < 0 ? bytes.length : end));
      if (end < 0) return;
      this.#endLine();
      from = end + 1;
    }
  }

  /** What came since the last call, a last line without an end too. */
  take(): string {
    if (this.#line !== '') this.#endLine();
    const printed = this.#lines.join('\n');
    this.#lines = [];
    return printed;
  }

  /** The limit of lines is for each case. */
  startCase(): void {
    this.#linesOfCase = 0;
    this.#open = this.#printedOfRun < kMaxPrinted;
  }

  #append(bytes: Uint8Array): void {
    if (this.#line.length > kMaxPrintedLine) return;
    this.#line += this.#decoder.decode(bytes, { stream: true });
  }

  #endLine(): void {
    const line =
      this.#line.length > kMaxPrintedLine ? `${this.#line.slice(0, kMaxPrintedLine)}…` : this.#line;
    this.#line = '';
    if (this.#linesOfCase === kMaxPrintedLines || this.#printedOfRun + line.length > kMaxPrinted) {
      this.#open = false;
      this.#lines.push(kCut);
      return;
    }
    this.#linesOfCase += 1;
    this.#printedOfRun += line.length + 1;
    this.#lines.push(line);
  }
}
