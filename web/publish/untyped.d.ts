// Packages that bring no types: what is used of them, no more.
declare module 'markdown-it-container' {
  import type { MarkdownIt, Token } from 'markdown-it';
  interface Options {
    marker?: string;
    validate?: (info: string) => boolean;
    render: (tokens: Token[], index: number) => string;
  }
  const container: (md: MarkdownIt, name: string, options: Options) => void;
  export default container;
}

declare module 'markdown-it-attrs' {
  import type { MarkdownIt } from 'markdown-it';
  const attrs: (md: MarkdownIt, options: { allowedAttributes: string[] }) => void;
  export default attrs;
}

declare module 'temml' {
  const temml: {
    renderToString(
      tex: string,
      options: {
        displayMode: boolean;
        throwOnError: boolean;
        trust: boolean;
        macros: Record<string, string>;
      },
    ): string;
  };
  export default temml;
}

declare module 'subset-font' {
  const subsetFont: (
    font: Buffer,
    text: string,
    options: { targetFormat: 'woff2'; noLayoutClosure: boolean },
  ) => Promise<Buffer>;
  export default subsetFont;
}
