import { t, tNamed } from '@tessera/core/messages';
import { useEffect, useRef } from 'react';
import { cellText } from '../ui/data-grid/cell-text.ts';
import { cx } from '../ui/common/cx.ts';
import classes from './Chart.module.css';
import type { ChartResult } from './chart-data.ts';

/** A plain table is for reading aloud; more rows than this belong into the results pane. */
const SHOWN_ROWS = 200;

/** The data of a chart as an ordinary table, for those who hear it and those who want the number. */
export function ChartDataTable({
  results,
  title,
  onShown,
}: {
  readonly results: readonly ChartResult[];
  readonly title: string;
  readonly onShown: () => void;
}) {
  const shown = useRef(onShown);
  useEffect(() => {
    shown.current = onShown;
  });
  useEffect(() => shown.current(), [results]);
  return (
    // A region that scrolls takes the keyboard.
    <div className={classes['tables']} tabIndex={0} role="region" aria-label={tNamed('Data of %(title)s', { title })}>
      {results.map((result, index) => {
        const columns = [...result.table.columns.values()];
        const rowCount = Math.min(result.table.rowCount, SHOWN_ROWS);
        return (
          // Answers of one request have no identity but their place.
          <table key={index} className={classes['table']}>
            <caption className="ts-visually-hidden">
              {results.length > 1 ? tNamed('%(title)s, query %(number)s', { title, number: index + 1 }) : title}
            </caption>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col" className={cx(column.kind === 'numeric' && classes['number'])}>
                    {column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {Array.from({ length: rowCount }, (_, row) => (
                <tr key={row}>
                  {columns.map((column) => (
                    <td key={column.name} className={cx(column.kind === 'numeric' && classes['number'])}>
                      {cellText(column, row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
            {result.table.rowCount > rowCount && (
              <tfoot>
                <tr>
                  <td colSpan={columns.length}>{t('%s more rows', result.table.rowCount - rowCount)}</td>
                </tr>
              </tfoot>
            )}
          </table>
        );
      })}
    </div>
  );
}
