import { addStrings } from '../components/strings/strings.ts';

let loaded: Promise<void> | undefined;

/** The words of what the first view does without, fetched once. */
export function loadRestOfStrings(): Promise<void> {
  return (loaded ??= import('virtual:rest-of-strings').then(({ default: rest }) => {
    addStrings(rest);
  }));
}
