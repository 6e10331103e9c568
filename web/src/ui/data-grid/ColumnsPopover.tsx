import { IconArrowDown, IconArrowUp, IconColumns3, IconPin, IconPinFilled } from '@tabler/icons-react';
import { t, tn } from '@tessera/core/messages';
import type { Column } from '@tessera/core/table';
import { useState } from 'react';
import { Button } from '../buttons/Button.tsx';
import { IconButton } from '../buttons/IconButton.tsx';
import { Checkbox } from '../fields/Checkbox.tsx';
import { SearchInput } from '../fields/TextInput.tsx';
import { Popover } from '../overlays/Popover.tsx';
import { arrangedColumns, hideColumns, pinColumn } from './column-layout.ts';
import classes from './GridPopups.module.css';
import type { Grid } from './use-grid.ts';

type ColumnsPopoverProps = { readonly grid: Grid; readonly labelOf: (name: string) => string };

/** Which columns are shown, in which order, and which of them stay while the others scroll. */
export function ColumnsPopover({ grid, labelOf }: ColumnsPopoverProps) {
  const [isOpen, setOpen] = useState(false);
  const { hidden } = grid.columns.layout;
  const hiddenCount = [...hidden].filter((name) => grid.columns.given.has(name)).length;
  const label =
    hiddenCount === 0
      ? t('Arrange the columns')
      : tn('Arrange the columns (1 hidden)', 'Arrange the columns (%(count)s hidden)', hiddenCount);
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      label={t('Columns')}
      width={320}
      position="bottom-end"
      trigger={
        <IconButton
          size="small"
          label={label}
          className={hiddenCount > 0 ? (classes['hasHidden'] ?? '') : ''}
          icon={<IconColumns3 size={16} stroke={1.5} />}
          onClick={() => setOpen(!isOpen)}
        />
      }
    >
      <ColumnList grid={grid} labelOf={labelOf} />
    </Popover>
  );
}

/** More than these are found by searching. */
const SHOWN_COLUMNS = 100;

function ColumnList({ grid, labelOf }: ColumnsPopoverProps) {
  const [search, setSearch] = useState('');
  const { given, layout, setLayout } = grid.columns;
  const wanted = search.trim().toLowerCase();
  const all = arrangedColumns([...given.values()], layout);
  const found = all.filter(({ name }) => labelOf(name).toLowerCase().includes(wanted));
  const names = found.map(({ name }) => name);
  return (
    <div className={classes['filter']}>
      <SearchInput label={t('Search columns')} value={search} onChange={setSearch} data-autofocus />
      <div className={classes['filterTools']}>
        <Button size="small" variant="quiet" onClick={() => setLayout((now) => hideColumns(now, names, false))}>
          {wanted === '' ? t('Show all') : t('Show these')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => setLayout((now) => hideColumns(now, names, true))}>
          {wanted === '' ? t('Hide all') : t('Hide these')}
        </Button>
        <Button size="small" variant="quiet" onClick={() => grid.fit(names)}>
          {t('Fit to content')}
        </Button>
      </div>
      <ul className={classes['columnList']}>
        {found.slice(0, SHOWN_COLUMNS).map((column, at) => (
          <ColumnItem
            key={column.name}
            grid={grid}
            column={column}
            label={labelOf(column.name)}
            above={found[at - 1]}
            below={found[at + 1]}
          />
        ))}
      </ul>
      {found.length > SHOWN_COLUMNS && (
        <p className={classes['statisticsScope']}>
          {tn('1 more: search for it', '%(count)s more: search for them', found.length - SHOWN_COLUMNS)}
        </p>
      )}
    </div>
  );
}

type ColumnItemProps = {
  readonly grid: Grid;
  readonly column: Column;
  readonly label: string;
  readonly above: Column | undefined;
  readonly below: Column | undefined;
};

function ColumnItem({ grid, column: { name }, label, above, below }: ColumnItemProps) {
  const { layout, setLayout } = grid.columns;
  const isPinned = layout.pinned.has(name);
  const neighbour = (other: Column | undefined) =>
    other !== undefined && layout.pinned.has(other.name) === isPinned ? other.name : null;
  const [up, down] = [neighbour(above), neighbour(below)];
  return (
    <li className={classes['columnItem']}>
      <Checkbox
        label={<span className={classes['filterName']}>{label}</span>}
        checked={!layout.hidden.has(name)}
        onChange={(isShown) => setLayout((now) => hideColumns(now, [name], !isShown))}
      />
      <IconButton
        size="small"
        label={t('Move %s up', label)}
        disabledReason={up === null ? t('It is the first.') : null}
        icon={<IconArrowUp size={14} stroke={1.5} />}
        onClick={() => up !== null && grid.place(name, up)}
      />
      <IconButton
        size="small"
        label={t('Move %s down', label)}
        disabledReason={down === null ? t('It is the last.') : null}
        icon={<IconArrowDown size={14} stroke={1.5} />}
        onClick={() => down !== null && grid.place(name, down)}
      />
      <IconButton
        size="small"
        label={isPinned ? t('Unpin %s', label) : t('Pin %s left', label)}
        pressed={isPinned}
        icon={isPinned ? <IconPinFilled size={14} /> : <IconPin size={14} stroke={1.5} />}
        onClick={() => setLayout((now) => pinColumn(now, name, !isPinned))}
      />
    </li>
  );
}
