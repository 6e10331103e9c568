import type { VizEntry } from '@tessera/viz/entry';

export type GalleryItem = Omit<VizEntry, 'load' | 'folder' | 'capabilities'> & { readonly type: string };
export type GalleryFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'featured' }
  | { readonly kind: 'category'; readonly name: GalleryItem['category'] };

/** Ranking weights of tags ([3.1-03]). */
const WEIGHTS: Readonly<Record<GalleryItem['tags'][number], number>> = { Deprecated: -0.1, Featured: 0.1, Legacy: 0 };

/** Chart types that match, the best first: every word in name, category, description or tags. */
export function findTypes(
  items: readonly GalleryItem[],
  filter: GalleryFilter,
  search: string,
): readonly GalleryItem[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return items
    .filter((item) => words.length > 0 || isIn(item, filter))
    .map((item) => ({ item, score: scoreOf(item, words) }))
    .filter(({ score }) => score !== null)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0) || (a.item.name < b.item.name ? -1 : 1))
    .map(({ item }) => item);
}

function isIn(item: GalleryItem, filter: GalleryFilter): boolean {
  if (filter.kind === 'all') return true;
  return filter.kind === 'featured' ? item.tags.includes('Featured') : item.category === filter.name;
}

function scoreOf(item: GalleryItem, words: readonly string[]): number | null {
  const name = item.name.toLowerCase();
  const rest = `${item.category} ${item.description} ${item.tags.join(' ')} ${item.type}`.toLowerCase();
  let score = item.tags.reduce((sum, tag) => sum + WEIGHTS[tag], 0);
  for (const word of words) {
    if (name.startsWith(word)) score += 1;
    else if (name.includes(word)) score += 0.8;
    else if (rest.includes(word)) score += 0.4;
    else return null;
  }
  return score;
}

export function categoriesOf(
  items: readonly GalleryItem[],
): readonly { readonly name: GalleryItem['category']; readonly count: number }[] {
  const counts = new Map<GalleryItem['category'], number>();
  for (const item of items) counts.set(item.category, (counts.get(item.category) ?? 0) + 1);
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => (a.name < b.name ? -1 : 1));
}
