import {
  IconAlertTriangle,
  IconArrowUpRight,
  IconChartHistogram,
  IconChevronDown,
  IconChevronRight,
  IconColumnInsertLeft,
  IconDots,
  IconEye,
  IconFolder,
  IconHistory,
  IconKey,
  IconLayoutList,
  IconListTree,
  IconMessage,
  IconPin,
  IconPinFilled,
  IconRefresh,
  IconSection,
  IconTable,
  IconTableShortcut,
  IconX,
  type Icon,
} from '@tabler/icons-react';
import { numberText, t } from '@tessera/core/messages';
import type { PointerEvent } from 'react';
import type { TableKind } from '../../../../api/catalog.ts';
import { KindIcon } from '../../../../controls/KindIcon.tsx';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { cx } from '../../../../ui/common/cx.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import type { MenuPoint } from '../../../../ui/overlays/ContextMenu.tsx';
import { kindOfType } from '../kind-of-type.ts';
import { matchMarks } from '../match-marks.ts';
import classes from './Tree.module.css';
import type { ColumnRow, GroupId, TableRow, TreeRow } from './tree-row.ts';
import { groupName, noteText, problemText } from './tree-words.ts';

/** What the parts of a row do. */
export type RowActions = {
  readonly onInsert: (row: TableRow | ColumnRow) => void;
  /** The text that a row stands for, for whoever drags it. */
  readonly textOf: (row: TreeRow) => string | null;
  readonly onMenu: (row: TreeRow, at: MenuPoint) => void;
  readonly onJump: (row: ColumnRow) => void;
  /** Null where rows of tables are not to be shown. */
  readonly onProfile: ((row: ColumnRow) => void) | null;
  readonly onHover: ((row: ColumnRow | null, element: Element) => void) | null;
  readonly onRetry: (row: TreeRow & { readonly kind: 'problem' }) => void;
  readonly isPinned: (row: TableRow) => boolean;
  readonly onPin: (row: TableRow) => void;
  /** Takes a table away from the tab. */
  readonly onClose: (row: TableRow) => void;
  readonly onPreview: ((row: TableRow) => void) | null;
};

type ContentProps = { readonly row: TreeRow; readonly search: string; readonly actions: RowActions };

/** What stands in a row of the schema bar. */
export function TreeRowContent({ row, search, actions }: ContentProps) {
  switch (row.kind) {
    case 'group':
      return (
        <Heading icon={groupIcons[row.group]} isOpen={row.isExpanded} name={groupName(row.group)} count={row.count} />
      );
    case 'schema':
      return (
        <Heading
          icon={IconFolder}
          isOpen={row.isExpanded}
          name={row.schema}
          count={row.count}
          isCurrent={row.isCurrent}
        />
      );
    case 'table':
      return <TableContent row={row} search={search} actions={actions} />;
    case 'column':
      return <ColumnContent row={row} actions={actions} />;
    case 'reference':
      return <Line icon={IconArrowUpRight} text={`${row.reference.columns.join(', ')} → ${row.reference.to.name}`} />;
    case 'indexes':
      return <Heading icon={IconListTree} isOpen={row.isExpanded} name={t('Indexes')} count={row.count} />;
    case 'index':
      return (
        <Line text={row.index.columns.join(', ')} note={row.index.isUnique ? t('unique') : ''} title={row.index.name} />
      );
    case 'fact':
      return (
        <Line
          icon={row.fact === 'comment' ? IconMessage : IconSection}
          text={row.fact === 'comment' ? row.text : t('Partitions: %s', row.text)}
          isQuiet
        />
      );
    case 'note':
      return <Line text={noteText(row.note)} isQuiet />;
    case 'problem':
      return <Problem row={row} actions={actions} />;
  }
}

const groupIcons: Readonly<Record<GroupId, Icon>> = { tab: IconLayoutList, pinned: IconPin, recent: IconHistory };

function Chevron({ isOpen }: { readonly isOpen: boolean }) {
  const Mark = isOpen ? IconChevronDown : IconChevronRight;
  return <Mark size={14} stroke={1.5} className={classes['chevron']} aria-hidden />;
}

type HeadingProps = {
  readonly icon: Icon;
  readonly isOpen: boolean;
  readonly name: string;
  readonly count: number | null;
  readonly isCurrent?: boolean;
};

function Heading({ icon: Mark, isOpen, name, count, isCurrent = false }: HeadingProps) {
  return (
    <>
      <Chevron isOpen={isOpen} />
      <Mark size={16} stroke={1.5} className={classes['icon']} aria-hidden />
      <span className={cx(classes['name'], isCurrent && classes['current'])} title={name}>
        {name}
      </span>
      {count !== null && <span className={classes['note']}>{numberText(count)}</span>}
    </>
  );
}

type LineProps = {
  readonly icon?: Icon;
  readonly text: string;
  readonly note?: string;
  readonly title?: string;
  readonly isQuiet?: boolean;
};

function Line({ icon: Mark, text, note = '', title = text, isQuiet = false }: LineProps) {
  return (
    <>
      <span className={classes['lead']}>
        {Mark && <Mark size={14} stroke={1.5} className={classes['icon']} aria-hidden />}
      </span>
      <span className={cx(classes['name'], isQuiet && classes['quiet'])} title={title}>
        {text}
      </span>
      {note !== '' && <span className={classes['note']}>{note}</span>}
    </>
  );
}

const tableIcons: Readonly<Record<TableKind, Icon>> = {
  table: IconTable,
  view: IconEye,
  materialized_view: IconTableShortcut,
};

function TableContent({ row, search, actions }: { readonly row: TableRow } & Omit<ContentProps, 'row'>) {
  const { table, isExpanded, showsSchema } = row;
  const Mark = tableIcons[table.kind];
  const isPinned = actions.isPinned(row);
  return (
    <>
      <Chevron isOpen={isExpanded} />
      <Mark size={16} stroke={1.5} className={classes['icon']} aria-hidden />
      <DraggedName text={actions.textOf(row)} title={table.name}>
        {search === '' ? table.name : <Marked text={table.name} search={search} />}
      </DraggedName>
      {showsSchema && table.schema !== null && <span className={classes['note']}>{table.schema}</span>}
      {isPinned && <IconPinFilled size={12} className={classes['pinned']} aria-hidden />}
      <span className={classes['actions']}>
        <Part label={t('Insert %s', table.name)} icon={IconColumnInsertLeft} onClick={() => actions.onInsert(row)} />
        {row.place === 'group tab' ? (
          <Part label={t('Remove %s from this tab', table.name)} icon={IconX} onClick={() => actions.onClose(row)} />
        ) : (
          <Part
            label={isPinned ? t('Unpin %s', table.name) : t('Pin %s', table.name)}
            icon={isPinned ? IconPinFilled : IconPin}
            onClick={() => actions.onPin(row)}
          />
        )}
        <More row={row} name={table.name} actions={actions} />
      </span>
    </>
  );
}

function Marked({ text, search }: { readonly text: string; readonly search: string }) {
  let at = 0;
  return matchMarks(text, search).map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? (
      <mark key={key} className={classes['match']}>
        {part.text}
      </mark>
    ) : (
      part.text
    );
  });
}

function ColumnContent({ row, actions }: { readonly row: ColumnRow; readonly actions: RowActions }) {
  const { column, isPrimary, reference } = row;
  const { onHover } = actions;
  const hover = (isOver: boolean) => (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse') onHover?.(isOver ? row : null, event.currentTarget);
  };
  return (
    <span className={classes['column']} onPointerEnter={hover(true)} onPointerLeave={hover(false)}>
      <span className={classes['lead']}>
        <KindIcon kind={kindOfType(column.type)} size={14} />
      </span>
      <DraggedName text={actions.textOf(row)} title={[column.name, column.comment].filter(Boolean).join('\n')}>
        {column.name}
      </DraggedName>
      {isPrimary && <IconKey size={14} stroke={1.5} className={classes['key']} aria-hidden />}
      {reference && (
        <Part
          isAlways
          label={t('Go to %s', reference.to.name)}
          icon={IconArrowUpRight}
          onClick={() => actions.onJump(row)}
        />
      )}
      {column.comment && <span className={classes['comment']}>{column.comment}</span>}
      <span className={cx(classes['note'], classes['type'])}>{column.type.toLowerCase()}</span>
      <span className={classes['actions']}>
        {actions.onProfile && (
          <Part
            label={t('Profile of %s', column.name)}
            icon={IconChartHistogram}
            onClick={() => actions.onProfile?.(row)}
          />
        )}
        <More row={row} name={column.name} actions={actions} />
      </span>
    </span>
  );
}

/** A name that can be dragged into the text of the query. */
function DraggedName({
  text,
  title,
  children,
}: {
  readonly text: string | null;
  readonly title: string;
  readonly children: React.ReactNode;
}) {
  return (
    <span
      className={classes['name']}
      title={title}
      draggable={text !== null}
      onDragStart={(event) => {
        event.dataTransfer.setData('text/plain', text ?? '');
        event.dataTransfer.effectAllowed = 'copy';
      }}
    >
      {children}
    </span>
  );
}

type PartProps = {
  readonly label: string;
  readonly icon: Icon;
  readonly isAlways?: boolean;
  readonly onClick: () => void;
};

/** A button in a row: for the pointer, since the keyboard has the menu of the row. */
function Part({ label, icon: Mark, isAlways = false, onClick }: PartProps) {
  return (
    <IconButton
      size="small"
      tabIndex={-1}
      label={label}
      icon={<Mark size={14} stroke={1.5} />}
      className={cx(classes['part'], isAlways && classes['always']) ?? ''}
      onClick={onClick}
    />
  );
}

function More({ row, name, actions }: { readonly row: TreeRow; readonly name: string; readonly actions: RowActions }) {
  return (
    <IconButton
      size="small"
      tabIndex={-1}
      label={t('More for %s', name)}
      icon={<IconDots size={14} stroke={1.5} />}
      className={classes['part'] ?? ''}
      onClick={({ currentTarget }) => {
        const { left, bottom } = currentTarget.getBoundingClientRect();
        actions.onMenu(row, { x: left, y: bottom });
      }}
    />
  );
}

function Problem({
  row,
  actions,
}: {
  readonly row: TreeRow & { readonly kind: 'problem' };
  readonly actions: RowActions;
}) {
  const { title } = describeError(row.error);
  return (
    <>
      <span className={classes['lead']}>
        <IconAlertTriangle size={14} stroke={1.5} className={classes['problem']} aria-hidden />
      </span>
      <span className={cx(classes['name'], classes['problem'])} title={`${problemText(row)}\n${title}`}>
        {row.what === 'search' ? problemText(row) : title}
      </span>
      <Part isAlways label={t('Try again')} icon={IconRefresh} onClick={() => actions.onRetry(row)} />
    </>
  );
}
