import type { QueryFilter } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import type { ChartEvent, Outcome } from './events.ts';
import type { FilterCell, Mark, MarkFilter } from './marks.ts';
import { valuesFilter } from './select.ts';

/** The filters of one kind of selection, one by one. */
export type Coming = readonly QueryFilter[];

/** More values than this are no marks that one clicks on. */
const MOST_VALUES = 500;
/** Places of a brush, and filters that it may send. */
const MOST_PLACES = 100;
const MOST_FILTERS = 200;

/**
 * What a reader may select on a picture next: by clicks on its marks, and by a brush over its base axis. What has too
 * many values for anybody to prepare for is left out.
 *
 * @param select  What an event on the picture means
 */
export function comingSelections(marks: readonly Mark[], select: (event: ChartEvent) => Outcome): readonly Coming[] {
  const clicks = clicksOn(marks);
  const brushes = brushesOver(marks, select);
  return [clicks, brushes].filter((coming) => coming.length > 0);
}

function clicksOn(marks: readonly Mark[]): Coming {
  const byColumn = new Map<string, { readonly filter: MarkFilter; readonly values: Set<FilterCell> }>();
  for (const filter of marks.flatMap((mark) => mark.filters)) {
    const key = stableJson([filter.col, filter.grain ?? null]);
    const known = byColumn.get(key);
    if (known) known.values.add(filter.val);
    else byColumn.set(key, { filter, values: new Set([filter.val]) });
  }
  const found = [...byColumn.values()];
  if (found.some(({ values }) => values.size > MOST_VALUES)) return [];
  return found.map(({ filter, values }) => valuesFilter(filter, [...values]));
}

function brushesOver(marks: readonly Mark[], select: (event: ChartEvent) => Outcome): Coming {
  const places = [...new Set(marks.flatMap(({ place }) => place?.value ?? []))].toSorted((a, b) => a - b);
  const filters = new Map<string, QueryFilter>();
  for (const place of spread(places)) {
    const outcome = select({ kind: 'brush', axis: 'x', from: place, to: place });
    if (outcome?.kind !== 'data_mask') return [];
    for (const filter of outcome.mask.extraFormData.filters ?? []) filters.set(stableJson(filter), filter);
    if (filters.size > MOST_FILTERS) return [];
  }
  return [...filters.values()];
}

/** The first of many and the last: what time they are cut by is the same all along. */
function spread(places: readonly number[]): readonly number[] {
  return places.length <= MOST_PLACES ? places : [...places.slice(0, MOST_PLACES - 1), ...places.slice(-1)];
}
