/** What a tag of a template begins with, or a comment in one. */
export const TEMPLATE_MARK = /\{[{%#]/;

/** Whether a text is a template at all. */
export function hasMarks(text: string): boolean {
  return TEMPLATE_MARK.test(text);
}
