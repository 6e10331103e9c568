import { IconFilter, IconFilterExclamation } from '@tabler/icons-react';
import type { MaskSource } from '@tessera/core/effective-query/sources';
import { columnLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import type { QueryObject } from '@tessera/core/query-object';
import { stateLabel } from '@tessera/core/native-filters/labels';
import type { DataMasks } from '@tessera/core/native-filters/filter-state';
import { Tooltip } from '../../../ui/overlays/Tooltip.tsx';
import { setText } from '../filters/filter-words.ts';
import { useFilters, useFilterState } from '../filters/FilterProvider.tsx';
import cardStyles from './Card.module.css';

export type AppliedFiltersProps = {
  readonly sources: readonly MaskSource[];
  /** Columns that the dataset of the card does not have. */
  readonly rejected: readonly string[];
  /** What the chart asks; null before it is known. */
  readonly queries: readonly QueryObject[] | null;
};

/** Whether a range of time acts on a query: it has a time column, or a filter on one. */
function takesRange({ granularity, filters }: QueryObject): boolean {
  return Boolean(granularity) || (filters ?? []).some(({ op }) => op === 'TEMPORAL_RANGE');
}

/** How many filters of the dashboard reach a card; their values on demand. */
export function AppliedFilters({ sources, rejected, queries }: AppliedFiltersProps) {
  const hasTime = queries?.some(takesRange) ?? true;
  const masks = useFilterState((state) => state.masks);
  const { filters } = useFilters();
  const isColumnLost = (source: MaskSource) => columnsOf(source, masks).some((column) => rejected.includes(column));
  const isTimeLost = (source: MaskSource) => !hasTime && Boolean(maskOf(source, masks)?.extraFormData.time_range);
  const words = sources.map((source) => {
    const name = source.name;
    const value = valueOf(source, masks, filters);
    const said = value === null ? name : `${name}: ${value}`;
    if (isTimeLost(source)) return t('%(filter)s (not applied: this chart has no time column)', { filter: said });
    return isColumnLost(source) ? t('%(filter)s (not applied: there is no such column here)', { filter: said }) : said;
  });
  const hasLost = sources.some((source) => isTimeLost(source) || isColumnLost(source));
  const Icon = hasLost ? IconFilterExclamation : IconFilter;
  return (
    <Tooltip label={words.join(' · ')}>
      <span className={cardStyles['filters']} role="img" aria-label={t('Filtered by %s', words.join(' · '))}>
        <Icon size={12} stroke={1.5} aria-hidden />
        {sources.length}
      </span>
    </Tooltip>
  );
}

function maskOf(source: MaskSource, masks: DataMasks) {
  return masks[source.kind === 'filter' ? source.id : String(source.chartId)];
}

function valueOf(
  source: MaskSource,
  masks: DataMasks,
  filters: ReturnType<typeof useFilters>['filters'],
): string | null {
  const state = maskOf(source, masks)?.filterState ?? {};
  const filter = source.kind === 'filter' ? filters.find(({ id }) => id === source.id) : undefined;
  if (filter !== undefined) return setText(filter, state);
  const { selectedValues } = state;
  return Array.isArray(selectedValues) && selectedValues.length > 0
    ? selectedValues.map(String).join(', ')
    : stateLabel(state);
}

function columnsOf(source: MaskSource, masks: DataMasks): readonly string[] {
  return (maskOf(source, masks)?.extraFormData.filters ?? []).map(({ col }) => columnLabel(col));
}
