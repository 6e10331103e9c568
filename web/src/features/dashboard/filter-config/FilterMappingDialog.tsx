import { chartsInScope } from '@tessera/core/effective-query/scope';
import { chartIdsOf } from '@tessera/core/layout/charts';
import type { Layout } from '@tessera/core/layout/types';
import { t } from '@tessera/core/messages';
import { filterChanges, hasChanges, scopeOfCharts } from '@tessera/core/native-filters/config';
import { filtersOf, type FilterEntry, type NativeFilter } from '@tessera/core/native-filters/definition';
import { useMemo, useState, type CSSProperties } from 'react';
import { Button } from '../../../ui/buttons/Button.tsx';
import { Checkbox } from '../../../ui/fields/Checkbox.tsx';
import { Dialog } from '../../../ui/overlays/Dialog.tsx';
import { LeaveDialog } from '../../../ui/overlays/LeaveDialog.tsx';
import { useCloseGuard } from '../../../ui/overlays/use-close-guard.ts';
import { useDashboardCharts } from '../dashboard-data.tsx';
import { useLayout } from '../DashboardProvider.tsx';
import { useFilters } from '../filters/FilterProvider.tsx';
import classes from './FilterMapping.module.css';
import { chartsUnder, scopeTree, type ScopeNode } from './scope-nodes.ts';
import { Contested, useStoreFilters, type StoreFiltersProps } from './StoreFilters.tsx';

/** Which filter reaches which chart, all of them at one look ([2.4-01]). */
export function FilterMappingDialog({ onClose, onSave }: StoreFiltersProps) {
  const { entries: present } = useFilters();
  // What others store meanwhile is not what this author changes.
  const [before] = useState(present);
  const [entries, setEntries] = useState<readonly FilterEntry[]>(before);
  const layout = useLayout();
  const { isSaving, contested, giveUp, store } = useStoreFilters({ onClose, onSave });
  const guard = useCloseGuard(hasChanges(filterChanges(before, entries, layout)));
  const leave = () => guard.leaveBy(onClose);
  const filters = filtersOf(entries);
  const save = () => {
    const changes = filterChanges(before, entries, layout);
    if (hasChanges(changes)) void store(changes, false);
    else onClose();
  };
  const set = ({ id, scope }: NativeFilter, chosen: ReadonlySet<number>) =>
    setEntries((all) =>
      all.map((one) => (one.id === id ? { ...one, scope: scopeOfCharts(chosen, layout, scope) } : one)),
    );
  return (
    <Dialog
      opened
      onClose={leave}
      title={t('Filter mapping')}
      subtitle={t('Which filter reaches which chart.')}
      width={Math.min(1120, 420 + 110 * filters.length)}
      closable={!isSaving}
      footer={
        <>
          <Button onClick={leave}>{t('Cancel')}</Button>
          <Button variant="primary" loading={isSaving} onClick={save}>
            {t('Save')}
          </Button>
        </>
      }
    >
      <Mapping filters={filters} layout={layout} onSet={set} />
      <LeaveDialog guard={guard}>{t('What you set up of the filters will be lost.')}</LeaveDialog>
      {contested !== null && (
        <Contested isBusy={isSaving} onClose={giveUp} onReplace={() => void store(contested, true)} />
      )}
    </Dialog>
  );
}

type MappingProps = {
  readonly filters: readonly NativeFilter[];
  readonly layout: Layout;
  readonly onSet: (filter: NativeFilter, chosen: ReadonlySet<number>) => void;
};

/** A row for each tab and chart, a column for each filter. */
function Mapping({ filters, layout, onSet }: MappingProps) {
  const charts = useDashboardCharts();
  const nameOf = (id: number) => charts.get(id)?.slice_name ?? String(id);
  const rows = withDepth(scopeTree(layout, { nameOf, without: null }));
  const columns = useMemo(() => {
    const all = chartIdsOf(layout);
    return filters.map((filter) => ({ filter, chosen: new Set(chartsInScope(filter.scope, all, layout)) }));
  }, [filters, layout]);
  return (
    <div className={classes['scroll']} role="region" aria-label={t('Filter mapping')} tabIndex={0}>
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">{t('Chart')}</th>
            {filters.map(({ id, name }) => (
              <th key={id} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ node, depth }) => (
            <tr key={`${node.kind} ${node.id}`} data-tab={node.kind === 'tab' || undefined}>
              <th scope="row" style={{ '--depth': depth } as CSSProperties}>
                {node.name}
              </th>
              {columns.map(({ filter, chosen }) => (
                <td key={filter.id}>
                  <Cell node={node} filter={filter} chosen={chosen} onSet={onSet} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type CellProps = Pick<MappingProps, 'onSet'> & {
  readonly node: ScopeNode;
  readonly filter: NativeFilter;
  readonly chosen: ReadonlySet<number>;
};

function Cell({ node, filter, chosen, onSet }: CellProps) {
  const ids = chartsUnder(node);
  const count = ids.filter((id) => chosen.has(id)).length;
  return (
    <Checkbox
      hideLabel
      label={t('"%(filter)s" filters "%(chart)s"', { filter: filter.name, chart: node.name })}
      checked={ids.length > 0 && count === ids.length}
      indeterminate={count > 0 && count < ids.length}
      disabled={ids.length === 0}
      onChange={(on) => {
        const others = [...chosen].filter((id) => !ids.includes(id));
        onSet(filter, new Set(on ? [...others, ...ids] : others));
      }}
    />
  );
}

function withDepth(node: ScopeNode, depth = 0): readonly { readonly node: ScopeNode; readonly depth: number }[] {
  const below = node.kind === 'tab' ? node.children.flatMap((child) => withDepth(child, depth + 1)) : [];
  return [{ node, depth }, ...below];
}
