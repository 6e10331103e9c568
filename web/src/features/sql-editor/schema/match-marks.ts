/** A part of a text, and whether the search holds it. */
export type MarkedPart = { readonly text: string; readonly isMatch: boolean };

/** The text with the words of a search marked where they stand in it. */
export function matchMarks(text: string, search: string): readonly MarkedPart[] {
  const lower = text.toLowerCase();
  // Some letters grow when they are written small: their places say nothing of the text then.
  if (lower.length !== text.length) return [{ text, isMatch: false }];
  const marked = Array.from({ length: text.length }, () => false);
  for (const word of search
    .toLowerCase()
    .split(/[\s.]+/)
    .filter(Boolean)) {
    const at = lower.indexOf(word);
    if (at >= 0) marked.fill(true, at, at + word.length);
  }
  const parts: { text: string; isMatch: boolean }[] = [];
  for (const [index, isMatch] of marked.entries()) {
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text.charAt(index);
    else parts.push({ text: text.charAt(index), isMatch });
  }
  return parts;
}
