import type { GalleryEntry } from '@tessera/viz/entry';
import { rankOf } from '@tessera/viz/gallery';
import { fitOf, type Role } from '@tessera/viz/roles';

export type GalleryItem = GalleryEntry & { readonly type: string; readonly name: string };
export type GalleryFilter =
  | { readonly kind: 'all' }
  | { readonly kind: 'featured' }
  | { readonly kind: 'category'; readonly name: GalleryItem['category'] };

/**
 * Chart types that match, the best first: every word in name, category, description or tags; of equals the one that has
 * a place for what is chosen already.
 */
export function findTypes<Item extends GalleryItem>(
  items: readonly Item[],
  filter: GalleryFilter,
  search: string,
  filled: ReadonlySet<Role> = new Set(),
): readonly Item[] {
  const fit = ({ roles }: GalleryItem) => (filled.size === 0 ? 0 : fitOf(roles, filled));
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return items
    .filter((item) => words.length > 0 || isIn(item, filter))
    .map((item) => ({ item, score: scoreOf(item, words) }))
    .filter(({ score }) => score !== null)
    .sort(
      (a, b) => (b.score ?? 0) - (a.score ?? 0) || fit(b.item) - fit(a.item) || (a.item.name < b.item.name ? -1 : 1),
    )
    .map(({ item }) => item);
}

function isIn(item: GalleryItem, filter: GalleryFilter): boolean {
  if (filter.kind === 'all') return true;
  return filter.kind === 'featured' ? item.tags.includes('Featured') : item.category === filter.name;
}

function scoreOf(item: GalleryItem, words: readonly string[]): number | null {
  const name = item.name.toLowerCase();
  const rest = `${item.category} ${item.description} ${item.tags.join(' ')} ${item.type}`.toLowerCase();
  let score = rankOf(item);
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
