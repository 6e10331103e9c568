import { t } from '@tessera/core/messages';
import { type MouseEvent, useEffect, useState } from 'react';
import type { ViewProps } from '../../define.ts';
import {
  compareWith,
  liftText,
  pText,
  sortRows,
  type TtestColumn,
  type TtestModel,
  type TtestRow,
  type TtestTable,
  verdictText,
} from './model.ts';
import classes from './View.module.css';

type Props = ViewProps<TtestModel>;
type Sort = { readonly by: TtestColumn | null; readonly isAscending: boolean };

/** A table for each metric; a press on a group makes it the control that the others are compared with. */
export function View(props: Props) {
  const { model, context, onRendered } = props;
  useEffect(onRendered, [model, onRendered]);
  return (
    <div className={classes['tables']} style={{ width: context.width, height: context.height }}>
      {model.tables.map((table) => (
        <MetricTable key={table.metric} table={table} {...props} />
      ))}
    </div>
  );
}

function MetricTable({ table, ...props }: Props & { readonly table: TtestTable }) {
  const { model } = props;
  const [control, setControl] = useState<string | null>(null);
  const [sort, setSort] = useState<Sort>({ by: null, isAscending: true });
  const rows = sortRows(compareWith(table, control, model.level), sort.by, sort.isAscending);
  const press = (by: TtestColumn) =>
    setSort((before) => ({ by, isAscending: before.by === by ? !before.isAscending : true }));
  const head = (by: TtestColumn, label: string, span = 1) => (
    <th
      key={by + label}
      scope="col"
      colSpan={span}
      data-number={by === 'group' ? undefined : true}
      aria-sort={sort.by === by ? (sort.isAscending ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" onClick={() => press(by)}>
        {label}
        {sort.by === by && <span aria-hidden>{sort.isAscending ? ' ↑' : ' ↓'}</span>}
      </button>
    </th>
  );
  return (
    <table className={classes['table']}>
      <caption>{table.name}</caption>
      <thead>
        <tr>
          {model.dimensions.map((name) => head('group', name))}
          {head('pairs', t('Pairs'))}
          {head('p', t('p-value'))}
          {head('lift', t('Lift'))}
          <th scope="col">{t('Significant')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <GroupRow key={row.group.key} row={row} onControl={() => setControl(row.group.key)} {...props} />
        ))}
      </tbody>
    </table>
  );
}

function GroupRow({
  row,
  onControl,
  model,
  context,
  onEvent,
}: Props & { readonly row: TtestRow; readonly onControl: () => void }) {
  const { group, isControl } = row;
  const openMenu = (event: MouseEvent) => {
    event.preventDefault();
    onEvent({ kind: 'menu', mark: group.mark }, { x: event.clientX, y: event.clientY });
  };
  return (
    <tr
      data-control={isControl || undefined}
      data-dimmed={group.isDimmed || undefined}
      onClick={onControl}
      onContextMenu={openMenu}
    >
      {group.names.map((name, at) =>
        at === 0 ? (
          <th key={model.dimensions[at] ?? at} scope="row">
            <button type="button" aria-pressed={isControl} title={t('Compare the others with %s', group.name)}>
              {name}
            </button>
          </th>
        ) : (
          <td key={model.dimensions[at] ?? at}>{name}</td>
        ),
      )}
      <td data-number data-quiet>
        {context.formatNumber(',d', row.pairs)}
      </td>
      <td data-number>{isControl ? '' : pText(row.p, model, context)}</td>
      <td data-number>{isControl ? '' : liftText(row.lift, model, context)}</td>
      <td data-quiet={row.isSignificant !== true || undefined} data-verdict>
        {verdictText(row)}
      </td>
    </tr>
  );
}
