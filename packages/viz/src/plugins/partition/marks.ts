import { columnLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { ChartContext, QueryResult } from '../../define.ts';
import { type Mark, type MarkFilter, rowFilters } from '../../marks.ts';
import { timeFilter } from '../../shared/time-series.ts';
import type { PartitionForm } from './controls.ts';
import { hasShares, valueText } from './say.ts';
import { placeParts, type PlacedPart } from './place.ts';
import { type Part, readParts } from './tree.ts';

/** One mark per part, from the whole to its parts. */
export function partitionMarks(
  results: readonly QueryResult[],
  form: PartitionForm,
  context: ChartContext,
): readonly Mark[] {
  return placeParts(readParts(results[0], form, context), form, context).map((one) => ({
    ...partMark(one, form, context),
    at: one.box,
  }));
}

/** A part filters by the dimensions on its way; a time by its column, and only where it stands alone. */
export function partMark({ part, path }: PlacedPart, form: PartitionForm, context: ChartContext): Mark {
  const branch = [...path, part];
  const isGathered = part.level === 'others';
  const dimensions = isGathered ? [] : dimensionFilters(branch, form);
  const time = isGathered ? [] : branch.flatMap((one) => timeOf(one, form));
  const group = path.at(-1);
  const percent = context.formatNumber(',.1%', part.share);
  const share =
    !hasShares(form) || !part.isShare || !group || part.level === 'time'
      ? ''
      : path.length === 1
        ? ` (${percent})`
        : ` (${t('%(share)s of %(group)s', { share: percent, group: group.name })})`;
  const value = valueText(part, form, context, true);
  const names = form.rich_tooltip ? branch.slice(branch.length > 1 ? 1 : 0).map(({ name }) => name) : [part.name];
  return {
    key: part.key,
    name: `${names.join(' › ')}: ${value}${form.rich_tooltip ? share : ''}`,
    series: null,
    datum: {
      ...Object.fromEntries(dimensions.map(({ col, val }) => [columnLabel(col), val])),
      [part.metric]: part.value,
    },
    filters: dimensions.length > 0 ? dimensions : time,
    detail: [...time, ...dimensions],
    by: dimensions,
  };
}

function dimensionFilters(branch: readonly Part[], form: PartitionForm): readonly MarkFilter[] {
  return rowFilters(
    branch.flatMap(({ level, cell, name }) => {
      const column = typeof level === 'number' ? form.groupby[level] : undefined;
      return column === undefined ? [] : [{ column, cell, text: name }];
    }),
  );
}

function timeOf({ level, cell, name }: Part, form: PartitionForm): readonly MarkFilter[] {
  return level === 'time' && typeof cell === 'number' ? timeFilter(cell, form, name) : [];
}
