import { asColumns } from '@tessera/core/build-query';
import { adhocFiltersOf } from '@tessera/core/filters/adhoc';
import { columnLabel, type RawForm } from '@tessera/core/form-data';
import type { DrillFilter, DrillTarget } from '@tessera/viz/events';
import type { AnyViz } from '@tessera/viz/erase';
import { drillFilter } from '@tessera/viz/select';
import { adhocOf, type IsTime } from './mark-filters.ts';

const DIMENSION_KEYS = ['groupby', 'groupby_b', 'columns', 'all_columns', 'series', 'entity', 'source', 'target'];
const MORE_KEYS = ['groupbyColumns', 'groupbyRows', 'x_axis'];

/**
 * The values that stay fixed when a mark is broken down: those of its dimensions, or its category where it has none. A
 * period keeps the grain that made it.
 */
export function fixedValues({ mark, by, toDetail }: DrillTarget): readonly DrillFilter[] {
  const given = by?.filters ?? [];
  return (given.length > 0 ? given : mark.filters.map(drillFilter)).map((filter) => {
    if (filter.grain !== undefined) return filter;
    const same = toDetail.find(({ col }) => columnLabel(col) === columnLabel(filter.col));
    return same ? { ...filter, ...same } : filter;
  });
}

/** A chart broken down by a dimension: its own gives way, and the values of the mark become filters. */
export function drilledForm(
  form: RawForm,
  viz: Pick<AnyViz, 'controls'>,
  target: DrillTarget,
  column: string,
  isTime: IsTime,
): RawForm {
  const key = target.by?.groupbyFieldName ?? 'groupby';
  const control = target.by?.adhocFilterFieldName ?? 'adhoc_filters';
  const fixed = fixedValues(target).flatMap((filter) => adhocOf(filter, isTime) ?? []);
  return {
    ...form,
    [key]: viz.controls[key]?.kind === 'column' ? column : [column],
    [control]: [...adhocFiltersOf(form[control]), ...fixed],
  };
}

/** Columns that a chart shows already: breaking it down by one of them changes nothing. */
export function shownColumns(form: RawForm): ReadonlySet<string> {
  return new Set([...DIMENSION_KEYS, ...MORE_KEYS].flatMap((key) => asColumns(form[key])).map(columnLabel));
}
