/** What was just added is what the user goes on with; in view, as it comes last in its list. */
export function focusNew(element: HTMLInputElement | null): void {
  element?.focus();
}
