import type { PivotCell } from './cell.ts';
import { t } from '@tessera/core/messages';
import type { GridProps } from './grid-props.ts';
import { groupOf, groupOfSubtotal } from './groups.ts';
import { HeaderText } from './HeaderText.tsx';
import classes from './View.module.css';

type RowsProps = GridProps & {
  /** Lines of the model in the order shown. */
  readonly lines: readonly number[];
  readonly inRows: { readonly first: number; readonly end: number };
  /** The first row in whole sight, which names the groups around it again. */
  readonly topRow: number;
  readonly groups: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  readonly onToggle: (group: string) => void;
};

/** The rows in sight: their headers, which stay at the left, and their cells. */
export function Rows({ lines, inRows, topRow, ...props }: RowsProps) {
  const { model, left, isPinned, rowHeight } = props;
  const above = model.columns.levels.length;
  return (
    <div role="rowgroup" className={classes['body']} style={{ height: lines.length * rowHeight }}>
      {lines.slice(inRows.first, inRows.end).map((line, offset) => {
        const at = inRows.first + offset;
        return (
          <div
            key={line}
            role="row"
            aria-rowindex={above + at + 1}
            className={classes['row']}
            data-dimmed={model.isDimmed('row', line) || undefined}
            style={{ top: at * rowHeight, height: rowHeight }}
          >
            <div
              role="presentation"
              className={classes['stub']}
              data-pinned={isPinned || undefined}
              style={{ width: left }}
            >
              <RowHeaders {...props} lines={lines} line={line} at={at} isFirst={at === topRow} />
            </div>
            <Cells {...props} line={line} place={above + at} />
          </div>
        );
      })}
    </div>
  );
}

type RowProps = Omit<RowsProps, 'inRows' | 'topRow'> & {
  readonly line: number;
  readonly at: number;
  /** Names its groups again, as their first row is out of sight. */
  readonly isFirst: boolean;
};

function RowHeaders({ model, lines, line, at, isFirst, groups, closed, onToggle, isStop }: RowProps) {
  const { rows, columns, headerWidths } = model;
  const row = columns.levels.length + at;
  return rows.levels.map((one, level) => {
    const view = rows.header(line, level);
    if (view.span === 0) return null;
    const isShown = isFirst || at === 0 || !isSameGroup(model, lines[at - 1], line, level);
    const group = groupAt(model, line, level, groups, closed);
    const isChosen = model.isChosen('row', line, level);
    const isContinuing = lines[at + 1] !== undefined && isSameGroup(model, line, lines[at + 1] ?? 0, level);
    return (
      <div
        key={`${one.kind} ${one.name}`}
        role="rowheader"
        aria-colindex={level + 1}
        aria-colspan={view.span}
        aria-selected={isChosen ?? undefined}
        aria-label={isShown ? undefined : view.text}
        data-place={`${row}:${level}`}
        data-kind={view.kind}
        data-selects={isChosen !== null || undefined}
        data-continued={isContinuing || undefined}
        tabIndex={isStop(row, level) ? 0 : -1}
        className={classes['rowHeader']}
        style={{ width: headerWidths.slice(level, level + view.span).reduce((sum, width) => sum + width, 0) }}
        title={view.text}
      >
        {isShown && group !== null && (
          <button
            type="button"
            tabIndex={-1}
            className={classes['fold']}
            aria-expanded={!closed.has(group)}
            aria-label={closed.has(group) ? t('Open %s', view.text) : t('Close %s', view.text)}
            onClick={(event) => {
              event.stopPropagation();
              onToggle(group);
            }}
          >
            <svg width="10" height="10" viewBox="0 0 10 10" aria-hidden>
              <path
                d={closed.has(group) ? 'M3.5 2l3 3-3 3' : 'M2 3.5l3 3 3-3'}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
          </button>
        )}
        {isShown && <HeaderText text={view.text} rendersHtml={model.rendersHtml} />}
      </div>
    );
  });
}

/** The group that a header opens or closes; of a closed one only the subtotal is there to do it. */
function groupAt(
  { rows }: GridProps['model'],
  line: number,
  level: number,
  groups: ReadonlySet<string>,
  closed: ReadonlySet<string>,
): string | null {
  const own = groupOf(rows, line, level);
  if (own !== null) return groups.has(own) ? own : null;
  const subtotal = groupOfSubtotal(rows, line);
  const isOutermost = rows.header(line, level + 1).kind === 'total' && rows.header(line, level).kind === 'value';
  return subtotal !== null && isOutermost && closed.has(subtotal) ? subtotal : null;
}

/** Whether two lines share a header of a level; closed groups may have put them side by side. */
function isSameGroup({ rows }: GridProps['model'], line: number | undefined, next: number, level: number): boolean {
  if (line === undefined) return false;
  for (let at = line + 1; at <= next; at += 1) if (!rows.isContinued(at, level)) return false;
  return true;
}

function Cells({
  model,
  context,
  edges,
  left,
  inColumns,
  line,
  place,
  isStop,
}: GridProps & { readonly line: number; readonly place: number }) {
  const { rows } = model;
  const before = rows.levels.length;
  return Array.from({ length: inColumns.end - inColumns.first }, (_, at) => inColumns.first + at).map((column) => {
    const cell = model.cell(line, column);
    const tint = cell.background
      ? {
          backgroundColor: mixed(cell.background, context.theme.surface),
        }
      : {};
    return (
      <div
        key={column}
        role="gridcell"
        aria-colindex={before + column + 1}
        data-place={`${place}:${before + column}`}
        data-total={cell.isTotal || undefined}
        data-empty={cell.isEmpty || undefined}
        data-dimmed={model.isDimmed('column', column) || undefined}
        tabIndex={isStop(place, before + column) ? 0 : -1}
        className={classes['cell']}
        style={{ left: left + (edges[column] ?? 0), width: (edges[column + 1] ?? 0) - (edges[column] ?? 0), ...tint }}
        title={cell.title ?? undefined}
      >
        {cell.text}
      </div>
    );
  });
}

function mixed({ color, strength }: NonNullable<PivotCell['background']>, surface: string): string {
  return `color-mix(in srgb, ${color} ${Math.round(strength * 40)}%, ${surface})`;
}
