import { runsOf } from './axis.ts';
import type { GridProps } from './grid-props.ts';
import { HeaderText } from './HeaderText.tsx';
import classes from './View.module.css';

/** The headers of columns, one row per level; they stay at the top. */
export function ColumnHeaders({ model, edges, left, isPinned, inColumns, rowHeight, isStop }: GridProps) {
  const { columns, rows } = model;
  const before = rows.levels.length;
  return (
    <div role="rowgroup" className={classes['head']} style={{ height: columns.levels.length * rowHeight }}>
      {columns.levels.map((one, level) => (
        <div key={`${one.kind} ${one.name}`} role="row" aria-rowindex={level + 1} style={{ height: rowHeight }}>
          <Corner
            model={model}
            level={level}
            width={left}
            isPinned={isPinned}
            name={one.kind === 'dimension' ? one.name : ''}
          />
          {runsOf(columns, level, inColumns.first, inColumns.end).map(({ start, end }) => {
            const view = columns.header(start, level);
            const isChosen = model.isChosen('column', start, level);
            if (view.span === 0) return null;
            const isInner = level + view.span === columns.levels.length;
            return (
              <div
                key={start}
                role="columnheader"
                aria-colindex={before + start + 1}
                aria-colspan={end - start}
                aria-rowspan={view.span}
                aria-selected={isChosen ?? undefined}
                data-place={`${level}:${before + start}`}
                data-kind={view.kind}
                data-inner={isInner || undefined}
                data-selects={isChosen !== null || undefined}
                data-dimmed={(isInner && model.isDimmed('column', start)) || undefined}
                tabIndex={isStop(level, before + start) ? 0 : -1}
                className={classes['columnHeader']}
                style={{
                  left: left + (edges[start] ?? 0),
                  width: (edges[end] ?? 0) - (edges[start] ?? 0),
                  height: view.span * rowHeight,
                }}
                title={view.text}
              >
                <HeaderText
                  text={view.text}
                  rendersHtml={model.rendersHtml}
                  style={isInner ? {} : { left: isPinned ? left + 10 : 10 }}
                />
              </div>
            );
          })}
        </div>
      ))}
    </div>
  );
}

type CornerProps = Pick<GridProps, 'model' | 'isPinned'> & {
  readonly level: number;
  readonly width: number;
  /** The name of the level of columns beside it. */
  readonly name: string;
};

/** Above the headers of rows: the names of their dimensions in the last row, those of the columns at the right. */
function Corner({ model, level, width, isPinned, name }: CornerProps) {
  const { rows, columns, headerWidths } = model;
  const isLast = level === columns.levels.length - 1;
  const before = rows.levels.length;
  const levels = isLast ? rows.levels : [{ kind: 'corner', name: '' }];
  return (
    <div
      role="presentation"
      className={classes['corner']}
      data-pinned={isPinned || undefined}
      data-inner={isLast || undefined}
      style={{ width }}
    >
      {levels.map((one, at) => (
        <div
          key={`${one.kind} ${one.name}`}
          {...(one.name === '' && name === ''
            ? { role: 'presentation' }
            : { role: 'columnheader', 'aria-colindex': at + 1, 'aria-colspan': isLast ? 1 : before })}
          className={classes['cornerCell']}
          style={{ width: isLast ? headerWidths[at] : width }}
        >
          <span className={classes['cornerName']} title={one.name}>
            {one.name}
          </span>
          {at === levels.length - 1 && name !== '' && (
            <span className={classes['columnName']} title={name}>
              {name}
            </span>
          )}
        </div>
      ))}
    </div>
  );
}
