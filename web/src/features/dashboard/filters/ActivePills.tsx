import { IconClick } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { Pill } from '../../../ui/feedback/Badge.tsx';
import { useDashboardCharts } from '../dashboard-data.tsx';
import styles from './FilterBar.module.css';
import { selectionText, setText } from './filter-words.ts';
import { useFilters, useFilterState } from './FilterProvider.tsx';
import { useFilterActions } from './use-filter-actions.ts';

/** What is selected on charts, a pill each. */
export function SelectionPills() {
  const masks = useFilterState((state) => state.masks);
  const { selections } = useFilters();
  const charts = useDashboardCharts();
  const { deselect } = useFilterActions();
  return Object.values(masks).flatMap(({ id, filterState }) => {
    const chartId = Number(id);
    if (!selections.has(chartId)) return [];
    const name = charts.get(chartId)?.slice_name ?? id;
    const value = selectionText(filterState);
    return (
      <li key={id} data-filter-id={id}>
        <Pill
          icon={<IconClick size={12} stroke={1.5} aria-hidden />}
          onRemove={() => deselect(chartId)}
          removeLabel={t('Clear the selection on "%s"', name)}
        >
          <span title={`${name}: ${value}`}>
            <span className={styles['pillName']}>{name}:</span> {value}
          </span>
        </Pill>
      </li>
    );
  });
}

/** What is set in filters, a pill each. */
export function FilterPills() {
  const masks = useFilterState((state) => state.masks);
  const { filters } = useFilters();
  const { remove } = useFilterActions();
  return filters.flatMap((filter) => {
    const value = setText(filter, masks[filter.id]?.filterState ?? {});
    if (value === null) return [];
    return (
      <li key={filter.id}>
        <Pill
          onRemove={() => remove(filter)}
          removable={filter.settings.enableEmptyFilter !== true}
          removeLabel={t('Clear the filter "%s"', filter.name)}
        >
          <span title={`${filter.name}: ${value}`}>
            <span className={styles['pillName']}>{filter.name}:</span> {value}
          </span>
        </Pill>
      </li>
    );
  });
}
