/** Where the arrow keys already have a meaning. */
const usesArrows =
  'input, select, textarea, [contenteditable], [role="application"], [role="textbox"], .table-scroll, .formula, pre';

/** Calls `go` for ← and → where nothing else listens to them. */
export function onArrows(go: (by: 1 | -1) => void): void {
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey)
      return;
    if (event.target instanceof Element && event.target.closest(usesArrows) !== null) return;
    event.preventDefault();
    go(event.key === 'ArrowRight' ? 1 : -1);
  });
}
