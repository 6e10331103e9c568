/** What became of a text: at a place so many characters went and others came; or all of it is another. */
export type TextChange =
  | { readonly at: number; readonly removed: number; readonly added: string }
  | { readonly whole: string };

/** The one place in which two texts differ; null where they do not. */
export function changeOf(before: string, after: string): TextChange | null {
  if (before === after) return null;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1;
  let end = 0;
  while (
    end < shorter - start &&
    before.charCodeAt(before.length - 1 - end) === after.charCodeAt(after.length - 1 - end)
  )
    end += 1;
  return { at: start, removed: before.length - start - end, added: after.slice(start, after.length - end) };
}

export function applyChange(text: string, change: TextChange): string {
  if ('whole' in change) return change.whole;
  return text.slice(0, change.at) + change.added + text.slice(change.at + change.removed);
}
