import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useCallback, useMemo } from 'react';
import { editorDatabases } from '../../../api/catalog.ts';
import { DataGrid } from '../../../ui/data-grid/DataGrid.tsx';
import type { GridMemory, GridView } from '../../../ui/data-grid/grid-view.ts';
import { cellFormats } from './cell-formats.ts';
import { copyStyleOf } from './copy-style.ts';
import { ResultFacts } from './ResultFacts.tsx';
import { queryPlaceOf, type ResultOf } from './result-of.ts';
import { ResultTools } from './ResultTools.tsx';
import { placeOf, readWritten, write } from './written-over.ts';
import { wholeCellsOf } from './whole-cells.ts';

/** The rows of a result. */
export function ResultGrid({ tab, run, result }: ResultOf) {
  const { columns, table, tail, sql } = result;
  const { dbId } = queryPlaceOf({ tab, run });
  const dialect = useQuery(editorDatabases).data?.find(({ id }) => id === dbId)?.backend ?? null;
  const formatOf = useMemo(() => cellFormats(columns), [columns]);
  const copyStyle = useMemo(() => copyStyleOf(dialect, sql), [dialect, sql]);
  const types = useMemo(() => new Map(columns.map(({ name, type }) => [name, type])), [columns]);
  const typeOf = useCallback((name: string) => types.get(name) ?? null, [types]);
  const { resultsKey } = run.query;
  const place = placeOf({ tab, result }, 'grid', [...types.keys()]);
  const memory = useMemo(
    (): GridMemory => ({
      read: () => (readWritten(place) as GridView | undefined) ?? null,
      write: (view) => write(place, view),
    }),
    [place],
  );
  const wholeCells = useMemo(() => wholeCellsOf(result, resultsKey), [result, resultsKey]);
  return (
    <DataGrid
      // Other columns are another grid.
      key={place}
      memory={memory}
      table={table}
      label={t('Results')}
      columnNote={typeOf}
      formatOf={formatOf}
      hasRowNumbers
      copyStyle={copyStyle}
      cutAt={tail?.isCut === true ? table.rowCount : null}
      note={<ResultFacts tab={tab} run={run} result={result} />}
      tools={<ResultTools tab={tab} run={run} result={result} />}
      {...(wholeCells === null ? {} : { wholeCells })}
    />
  );
}
