import { useQuery } from '@tanstack/react-query';
import type { Table } from '@tessera/core/table';
import { NO_INPUTS } from '@tessera/viz/inputs';
import type { QueryResult } from '@tessera/viz/define';
import { useMemo, useRef, useState } from 'react';
import { useChartContext } from '../../../../chart/chart-context.ts';
import { useSize } from '../../../../chart/use-size.ts';
import { loadedVizQuery } from '../../../../chart/use-viz.ts';
import { ErrorCard } from '../../../../ui/feedback/ErrorCard.tsx';
import { Loading } from '../../../../ui/feedback/Spinner.tsx';
import classes from './PivotPane.module.css';
import { hasTotals, valueLabel, type Pivot } from './pivot-sql.ts';

const noNames: Readonly<Record<string, string>> = {};
const nothing = () => undefined;
/** Grouped, with the decimals that there are. */
const EXACT = ',.6~f';

/** Groups as the pivot table of charts draws them. */
export function PivotTable({ table, pivot }: { readonly table: Table; readonly pivot: Pivot }) {
  const stage = useRef<HTMLDivElement>(null);
  const [size] = useSize(stage);
  const viz = useQuery(loadedVizQuery('pivot_table_v2'));
  const context = useChartContext(viz.data?.createContext ?? null, 'new', size, noNames, undefined, noNames, NO_INPUTS);
  const [ownState, setOwnState] = useState({});
  const draw = viz.data?.draw;
  const model = useMemo(() => {
    if (draw?.kind !== 'model' || context === null) return null;
    const additivity = { [valueLabel(pivot)]: hasTotals(pivot) ? ('additive' as const) : ('non_additive' as const) };
    const result: QueryResult = { table, labelMap: {}, fromMs: null, toMs: null, additivity };
    return draw.toModel([result], formOf(pivot), context);
  }, [draw, context, table, pivot]);
  return (
    <div ref={stage} className={classes['stage']}>
      {viz.isError && <ErrorCard error={viz.error} onRetry={() => void viz.refetch()} small />}
      {viz.isPending && <Loading />}
      {draw?.kind === 'model' && model !== null && context !== null && (
        <draw.View
          model={model}
          context={context}
          ownState={ownState}
          setOwnState={setOwnState}
          onEvent={nothing}
          onRendered={nothing}
        />
      )}
    </div>
  );
}

function formOf(pivot: Pivot) {
  const isTotalled = hasTotals(pivot);
  return {
    viz_type: 'pivot_table_v2',
    groupbyRows: pivot.rows,
    groupbyColumns: pivot.columns.filter((name) => !pivot.rows.includes(name)),
    metrics: [valueLabel(pivot)],
    aggregateFunction: 'Sum',
    valueFormat: EXACT,
    rowTotals: isTotalled && pivot.columns.length > 0,
    colTotals: isTotalled && pivot.rows.length > 0,
  };
}
