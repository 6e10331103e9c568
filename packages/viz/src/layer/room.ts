import { numberText, tn } from '@tessera/core/messages';

/** What is said where a picture has room for the first of many marks alone; nothing where all are drawn. */
export function roomNotes(shown: number, all: number): readonly string[] {
  if (shown >= all) return [];
  return [
    tn('%(shown)s of 1 is drawn; the rest has no room', '%(shown)s of %(count)s are drawn; the rest has no room', all, {
      shown: numberText(shown),
    }),
  ];
}

/**
 * The greatest links whose ends are no more than so many, in the order in which they came: a picture of ten thousand
 * nodes shows none.
 */
export function greatestLinks<L extends { readonly from: string; readonly to: string; readonly value: number }>(
  links: readonly L[],
  most: number,
): readonly L[] {
  const ends = new Set(links.flatMap(({ from, to }) => [from, to]));
  if (ends.size <= most) return links;
  const kept = new Set<string>();
  const shown = new Set<L>();
  for (const link of links.toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value))) {
    const fresh = [link.from, link.to].filter((end) => !kept.has(end));
    if (kept.size + fresh.length > most) continue;
    for (const end of fresh) kept.add(end);
    shown.add(link);
  }
  return links.filter((link) => shown.has(link));
}
