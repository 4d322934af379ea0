/**
 * Opens the folds with answers for paper, and closes them again: browsers that do not know
 * `::details-content` print nothing of a closed fold, whatever the style sheet says.
 */
export function startPrint(): void {
  let opened: HTMLDetailsElement[] = [];
  window.addEventListener('beforeprint', () => {
    const folds = document.querySelectorAll<HTMLDetailsElement>('.question-answers, .claim-answer');
    opened = [...folds].filter((fold) => !fold.open);
    for (const fold of opened) fold.open = true;
  });
  window.addEventListener('afterprint', () => {
    for (const fold of opened) fold.open = false;
  });
}
