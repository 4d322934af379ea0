import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Core } from '../../web/bindings/core.ts';
import { readContent, type Content } from '../../web/publish/content.ts';
import { renderLesson, type LessonHtml } from '../../web/publish/lesson-html.ts';

export const contentFolder = fileURLToPath(new URL('../../web/content/en/', import.meta.url));

/** The HTML of one section. */
export function sectionHtml(lesson: LessonHtml, id: string): string {
  const start = lesson.sections.indexOf(`<section class="section" id="${id}"`);
  const end = lesson.sections.indexOf('<section class="section"', start + 1);
  return lesson.sections.slice(start, end < 0 ? undefined : end);
}

/** Builds a copy of the content in which one file reads differently. */
export function buildChanged(
  core: Core,
  file: string,
  change: (text: string) => string,
): { content: Content; lesson: LessonHtml } {
  const copy = mkdtempSync(path.join(tmpdir(), 'content-'));
  try {
    cpSync(contentFolder, copy, { recursive: true });
    const target = path.join(copy, file);
    const before = readFileSync(target, 'utf8');
    const after = change(before);
    if (after === before) throw new Error(`the change of ${file} changes nothing`);
    writeFileSync(target, after);
    const content = readContent(copy);
    return { content, lesson: renderLesson(content, core) };
  } finally {
    rmSync(copy, { recursive: true });
  }
}
