import type { ObjectKind, Visit } from '../api/recent.ts';
import { fuzzyScore } from './fuzzy.ts';

export type PaletteKind = ObjectKind | 'column' | 'metric' | 'tag' | 'saved_query' | 'place' | 'action';

/** One line of the palette: it either goes somewhere or does something. */
export type PaletteItem = {
  readonly key: string;
  readonly kind: PaletteKind;
  readonly title: string;
  /** Small text at the end: what it is, why it matched. */
  readonly note: string;
  /** Other words for it, as a button of a page has them: a search finds it by them too. */
  readonly otherWords?: string;
  readonly href?: string;
  readonly run?: () => void;
};

const shownAtMost = 50;
/** What was opened lately wins over an equal match that was not. */
const recentBonus = 120;

/**
 * The lines for a search. Without one: what was opened lately, then actions and places. With one: best match first.
 * `found` are objects that came from the server for this search; they have matched in a field that may not be shown.
 */
export function paletteItems(
  search: string,
  all: readonly PaletteItem[],
  recent: readonly Visit[],
  found: readonly PaletteItem[],
): readonly PaletteItem[] {
  const wanted = search.trim();
  const recentItems = recent.map(visitItem);
  if (wanted === '')
    return [...recentItems.slice(0, 8), ...all.filter((item) => item.kind === 'action' || item.kind === 'place')];

  const recentKeys = new Set(recentItems.map((item) => item.key));
  const known = distinct([...recentItems, ...all]);
  const scored = known.flatMap((item) => {
    const score = scoreOf(wanted, item);
    return score === null ? [] : [{ item, score: score + (recentKeys.has(item.key) ? recentBonus : 0) }];
  });
  const best = scored.toSorted((a, b) => b.score - a.score).map(({ item }) => item);
  return distinct([...best, ...found]).slice(0, shownAtMost);
}

function scoreOf(wanted: string, { title, otherWords = '' }: PaletteItem): number | null {
  const scores = [title, otherWords].map((words) => fuzzyScore(wanted, words)).filter((score) => score !== null);
  return scores.length === 0 ? null : Math.max(...scores);
}

export function visitItem({ kind, id, title, href }: Visit): PaletteItem {
  return { key: `${kind}:${id}`, kind, title, note: '', href };
}

/** The first of each key. */
function distinct(items: readonly PaletteItem[]): readonly PaletteItem[] {
  const seen = new Set<string>();
  return items.filter(({ key }) => !seen.has(key) && seen.add(key));
}
