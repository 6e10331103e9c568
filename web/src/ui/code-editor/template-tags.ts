/** Each tag of a template: an output, a statement or a comment. One that is not closed yet reaches to the end. */
const TAG = /\{(?:\{[\s\S]*?(?:\}\}|$)|%[\s\S]*?(?:%\}|$)|#[\s\S]*?(?:#\}|$))/g;

export type TemplateTag = { readonly from: number; readonly to: number; readonly kind: 'code' | 'comment' };

/** The tags of a text, in its order. */
export function templateTags(text: string): readonly TemplateTag[] {
  return Array.from(text.matchAll(TAG), (found) => ({
    from: found.index,
    to: found.index + found[0].length,
    kind: found[0].startsWith('{#') ? 'comment' : 'code',
  }));
}

/** Whether a text ends inside of a tag that prints or does something. */
export function isInTag(before: string): boolean {
  const last = templateTags(before).at(-1);
  return last?.kind === 'code' && last.to === before.length && !/[}%]\}$/.test(before);
}
