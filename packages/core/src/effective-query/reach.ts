import { stableJson } from '../stable-json.ts';
import type { EffectiveQuery } from './effective-query.ts';
import type { MaskSource, Source } from './sources.ts';

/** The name under which a source is one: filters by id, cross-filters by the placement that emits them. */
export function sourceId(source: Source): string {
  if (source.kind === 'filter') return `filter:${source.id}`;
  if (source.kind === 'cross_filter') return `cross_filter:${source.placementId}`;
  return source.kind;
}

/** Read backwards: the charts whose query a source has a part in. */
export function chartsTouchedBy<Id>(source: MaskSource, charts: ReadonlyMap<Id, EffectiveQuery>): readonly Id[] {
  const id = sourceId(source);
  return [...charts].flatMap(([chart, { parts }]) =>
    parts.some(({ sources }) => sources.some((one) => sourceId(one) === id)) ? [chart] : [],
  );
}

/** The charts to ask again: those that have another effective query now, or had none (ruling 42 c). */
export function chartsToRefresh<Id>(
  before: ReadonlyMap<Id, EffectiveQuery>,
  after: ReadonlyMap<Id, EffectiveQuery>,
): readonly Id[] {
  return [...after].flatMap(([id, { queries }]) =>
    stableJson(before.get(id)?.queries) === stableJson(queries) ? [] : [id],
  );
}
