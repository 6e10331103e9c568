import type { RawForm } from '@tessera/core/form-data';
import type { PostStep, QueryObject } from '@tessera/core/query-object';
import type { Table } from '@tessera/core/table';
import { presentPivot, queriesBesidePivot } from './pivot/present.ts';
import { readPivotForm } from './pivot/form.ts';
import { presentTable } from './plugins/table/present.ts';
import { type Beside, type Presented, presentRows } from './present.ts';

/** How a chart type shows its rows, known without its drawing: a thread of the server loads no chart for it. */
export type Presenter = {
  /** The form data that decide; answers are cached under them. */
  readonly reads: readonly string[];
  readonly present: (
    table: Table,
    form: RawForm,
    verbose: Readonly<Record<string, string>>,
    beside?: Beside,
  ) => Presented;
  /**
   * Further queries whose rows are shown among those of the query itself.
   * @param isCut  there are more rows than the limit of the query; then it may take more of them
   */
  readonly queriesBeside?: (query: QueryObject, form: RawForm, isCut: boolean) => readonly QueryObject[];
  /** A step of post-processing that is as much work. */
  readonly work?: (form: RawForm) => PostStep;
};

const plain: Presenter = { reads: [], present: presentRows };

/** Chart types that show their rows otherwise than as they are. The same functions are in their plugins. */
const presenters: Readonly<Record<string, Presenter>> = {
  table: { reads: ['column_config'], present: presentTable },
  pivot_table_v2: {
    reads: [
      'groupbyRows',
      'groupbyColumns',
      'metrics',
      'transposePivot',
      'aggregateFunction',
      'metricsLayout',
      'combineMetric',
      'rowTotals',
      'colTotals',
      'rowSubTotals',
      'rowSubtotalPosition',
      'colSubTotals',
      'colSubtotalPosition',
      'rowOrder',
      'colOrder',
    ],
    present: presentPivot,
    queriesBeside: queriesBesidePivot,
    work: (form) => {
      const { rows, columns, metrics } = readPivotForm(form);
      const aggregates = Object.fromEntries(metrics.map((name) => [name, {}]));
      return { operation: 'pivot', options: { index: rows, columns, aggregates } };
    },
  },
};

/** Whether a chart type turns the rows of its query into a table of another shape. */
export function pivotsRows(type: string): boolean {
  return presenterOf(type).work !== undefined;
}

export function presenterOf(type: unknown): Presenter {
  return typeof type === 'string' && Object.hasOwn(presenters, type) ? (presenters[type] ?? plain) : plain;
}
