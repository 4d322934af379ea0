import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  indentUnit,
  StreamLanguage,
  syntaxHighlighting,
} from '@codemirror/language';
import { javascript } from '@codemirror/legacy-modes/mode/javascript';
import { python } from '@codemirror/legacy-modes/mode/python';
import { EditorState, type Extension, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import type { Language } from '../../sandbox/protocol.ts';

/** The editor of a challenge; loaded when the learner wants to write, not before. */
export interface CodeEditor {
  readonly text: string;
  /** replaces the whole text as one step that the editor's own undo can take back */
  replace(text: string): void;
  /** takes up the text of another language; each language keeps its own undo */
  show(text: string, language: Language): void;
  /** marks a line, counted from 1, as where something went wrong; null takes the mark away */
  markLine(line: number | null): void;
  focus(): void;
}

export interface CodeEditorOptions {
  parent: HTMLElement;
  text: string;
  language: Language;
  name: string;
  changed(text: string): void;
}

export function createEditor(options: CodeEditorOptions): CodeEditor {
  // In a shadow root the editor adopts its style sheets; in the page it would write a style element,
  // which the page's policy refuses.
  const root = options.parent.attachShadow({ mode: 'open' });
  const stateOf = (text: string, language: Language) =>
    EditorState.create({
      doc: text,
      extensions: [
        lineNumbers(),
        history(),
        indentOnInput(),
        bracketMatching(),
        modes[language],
        syntaxHighlighting(colours),
        look,
        markedLine,
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({ 'aria-label': options.name }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.changed(update.state.doc.toString());
        }),
        // The Tab key leaves the editor, as it leaves every field: no way in without a way out.
        keymap.of([...defaultKeymap, ...historyKeymap]),
      ],
    });
  let { language } = options;
  const states = new Map<Language, EditorState>();
  const view = new EditorView({
    parent: root,
    root,
    state: stateOf(options.text, language),
  });
  return {
    get text() {
      return view.state.doc.toString();
    },
    replace(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    show(text, next) {
      states.set(language, view.state);
      language = next;
      const kept = states.get(next);
      view.setState(kept?.doc.toString() === text ? kept : stateOf(text, next));
    },
    markLine(line) {
      const known = line !== null && line >= 1 && line <= view.state.doc.lines;
      const at = known ? view.state.doc.line(line).from : null;
      view.dispatch({ effects: mark.of(at) });
    },
    focus() {
      view.focus();
    },
  };
}

const modes: Record<Language, Extension> = {
  js: [StreamLanguage.define(javascript), indentUnit.of('  ')],
  python: [StreamLanguage.define(python), indentUnit.of('    ')],
};

const mark = StateEffect.define<number | null>();

const markedLine = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(marks, transaction) {
    for (const effect of transaction.effects) {
      if (!effect.is(mark)) continue;
      if (effect.value === null) return Decoration.none;
      const line = Decoration.line({ class: 'editor-marked-line' });
      return Decoration.set([line.range(effect.value)]);
    }
    return marks.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const look: Extension = EditorView.theme({
  '&': {
    border: '1px solid var(--rule-strong)',
    borderRadius: '8px',
    backgroundColor: 'var(--paper)',
    color: 'var(--ink)',
    fontSize: '0.95rem',
  },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '1px' },
  '.cm-content': { fontFamily: 'var(--mono)', caretColor: 'var(--ink)', minHeight: '11rem' },
  '.cm-gutters': {
    backgroundColor: 'var(--panel)',
    color: 'var(--muted)',
    border: 'none',
    borderRadius: '8px 0 0 8px',
  },
  '.editor-marked-line': {
    backgroundColor: 'color-mix(in srgb, var(--wrong) 18%, transparent)',
    boxShadow: 'inset 3px 0 0 var(--wrong)',
  },
});

const colours = HighlightStyle.define([
  { tag: tags.keyword, color: 'var(--key)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.number, color: 'var(--cosine)' },
  { tag: tags.string, color: 'var(--content)' },
  {
    tag: [tags.function(tags.variableName), tags.definition(tags.variableName)],
    color: 'var(--position)',
  },
]);
