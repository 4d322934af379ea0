/** Models whose encoding the playground can be set to, or of which it says why it cannot. */
export type Preset =
  | { id: string; name: string; kind: 'added' | 'rotary'; width: number; base: number }
  | { id: string; name: string; kind: 'learned'; width: number; rows: number };

export const presets: readonly Preset[] = [
  { id: 'transformer', name: 'Transformer, 2017', kind: 'added', width: 512, base: 10_000 },
  { id: 'llama-2', name: 'Llama 2 (one head)', kind: 'rotary', width: 128, base: 10_000 },
  { id: 'llama-3', name: 'Llama 3 (one head)', kind: 'rotary', width: 128, base: 500_000 },
  { id: 'bert', name: 'BERT base', kind: 'learned', width: 768, rows: 512 },
  { id: 'gpt-2', name: 'GPT-2', kind: 'learned', width: 768, rows: 1024 },
];
