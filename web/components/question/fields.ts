/** Puts a field at each place that the build drew for a choice; see web/publish/stand-in.ts. */
export function putChoices(
  element: HTMLElement,
  type: 'radio' | 'checkbox',
  valueOf: (i: number) => string,
): void {
  element.querySelectorAll('.in-choice').forEach((drawn, i) => {
    const box = document.createElement('input');
    box.type = type;
    box.name = element.id;
    box.value = valueOf(i);
    drawn.replaceWith(box);
  });
}

/** A press of the button, or Enter in a field. There is no form: a frame may be forbidden them. */
export function onSubmit(element: HTMLElement, button: HTMLElement, act: () => void): void {
  button.addEventListener('click', act);
  element.addEventListener('keydown', ({ key, target }) => {
    if (key === 'Enter' && target instanceof HTMLInputElement) act();
  });
}
