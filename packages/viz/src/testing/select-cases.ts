import { readFileSync } from 'node:fs';
import type { RawForm } from '@tessera/core/form-data';
import { columnKinds, tableFromRows, type ColumnKind, type Row } from '@tessera/core/table';
import { expect, test } from 'vitest';
import type { QueryResult } from '../define.ts';
import type { AnyViz } from '../erase.ts';
import type { Outcome } from '../events.ts';
import { NO_INPUTS, type ChartInputs } from '../inputs.ts';
import type { Mark } from '../marks.ts';
import { EMPTY_LABELS } from '../layer/labels.ts';
import { createChartContext } from '../shared/context.ts';

/** One worked case of what a chart type sends when it is touched. */
type SelectCase = {
  readonly name: string;
  readonly input: {
    readonly form_data: RawForm;
    readonly data: readonly Row[] | readonly TimeseriesData[];
    readonly types?: readonly number[];
    readonly filterState: RawForm;
    readonly emit: boolean;
    readonly events: readonly { readonly click?: unknown; readonly menu?: unknown }[];
  };
  readonly output: { readonly results: readonly unknown[] };
};
type TimeseriesData = {
  readonly data: readonly Row[];
  readonly label_map: QueryResult['labelMap'];
  readonly coltypes: readonly number[];
  readonly colnames: readonly string[];
};

/** Where the product differs on purpose: why, and what it answers instead. */
export type Exceptions = Readonly<Record<string, { readonly why: string; readonly results: readonly unknown[] }>>;

/**
 * Run the worked cases beside a plugin. `find` finds the mark that the reference's own words for an event mean.
 */
export function selectTests(
  viz: AnyViz,
  file: string,
  find: (marks: readonly Mark[], touched: unknown) => Mark | undefined,
  exceptions: Exceptions,
): void {
  const cases: readonly SelectCase[] = JSON.parse(readFileSync(file, 'utf8'));
  for (const one of cases) {
    const exception = exceptions[one.name];
    test(`${viz.type}: ${one.name}${exception ? ` (otherwise: ${exception.why})` : ''}`, () => {
      const { form_data: form, filterState, emit } = one.input;
      const inputs: ChartInputs = { ...NO_INPUTS, selection: filterState, emits: emit };
      const results = resultsOfCase(one);
      const context = createChartContext({ width: 640, height: 360, mode: 'light', inputs });
      const marks = viz.marks(results, form, context);
      const told = one.input.events.map(({ click, menu }) => {
        const mark = find(marks, click ?? menu);
        if (mark === undefined) return '$none';
        const event =
          menu === undefined ? ({ kind: 'select', mark, isAdded: false } as const) : ({ kind: 'menu', mark } as const);
        return inTheirWords(viz.select(event, results, form, inputs));
      });
      expect(told).toEqual(exception?.results ?? one.output.results.map(withTimes));
    });
  }
  test(`${viz.type}: every exception is one of a case`, () => {
    const names = new Set(cases.map(({ name }) => name));
    expect(Object.keys(exceptions).filter((name) => !names.has(name))).toEqual([]);
  });
}

function resultsOfCase({ input: { data, types } }: SelectCase): readonly QueryResult[] {
  const pivots = (data as readonly (Row | TimeseriesData)[]).flatMap((one) => (isPivoted(one) ? [pivoted(one)] : []));
  const tables = pivots.length > 0 ? pivots : [plain(data as readonly Row[], types)];
  return tables.map(({ rows, names, kinds, labelMap }) => ({
    table: tableFromRows(rows, names, kinds),
    labelMap,
    fromMs: null,
    toMs: null,
  }));
}

function isPivoted(data: Row | TimeseriesData): data is TimeseriesData {
  return 'label_map' in data && 'coltypes' in data;
}

function pivoted({ data, label_map: labelMap, coltypes, colnames }: TimeseriesData) {
  // The server writes a null dimension as the word that stands for it on screen.
  const worded = Object.entries(labelMap).map(([name, parts]): [string, readonly string[]] => [
    name,
    (parts as readonly (string | null)[]).map((part) => part ?? EMPTY_LABELS.null),
  ]);
  return {
    rows: data,
    names: colnames,
    kinds: coltypes.map((code) => columnKinds[code] ?? 'string'),
    labelMap: Object.fromEntries(worded),
  };
}

function plain(rows: readonly Row[], types: readonly number[] | undefined) {
  const names = Object.keys(rows[0] ?? {});
  const kinds = names.map((name, at): ColumnKind => {
    const code = types?.[at];
    if (code !== undefined) return columnKinds[code] ?? 'string';
    return typeof rows[0]?.[name] === 'number' ? 'numeric' : 'string';
  });
  return { rows, names, kinds, labelMap: Object.fromEntries(names.map((name) => [name, [name]])) };
}

/** An outcome as the reference writes it. */
export function inTheirWords(outcome: Outcome): unknown {
  if (outcome === null) return '$none';
  if (outcome.kind === 'data_mask') return outcome.mask;
  const { toDetail, by, crossFilter } = outcome.target;
  return {
    drillToDetail: toDetail,
    ...(by ? { drillBy: by } : {}),
    ...(crossFilter
      ? { crossFilter: { dataMask: crossFilter.mask, isCurrentValueSelected: crossFilter.isSelected } }
      : {}),
  };
}

/** Times of the reference are dates; a table here holds epoch milliseconds. */
function withTimes(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('$date:')) return Date.parse(value.slice('$date:'.length));
  if (Array.isArray(value)) return value.map(withTimes);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, withTimes(entry)]));
}

const EU = { col: 'region', op: '==', val: 'EU', formattedVal: 'EU' } as const;

/** What every type with one mark per value of its dimensions answers otherwise than the reference. */
export const DIMENSION_EXCEPTIONS: Exceptions = {
  'cross-filtering off': {
    why: '42 f, a menu offers only what is on',
    results: ['$none', { drillToDetail: [EU], drillBy: { filters: [EU], groupbyFieldName: 'groupby' } }],
  },
  'selection of a value no longer in the data, click it': {
    why: '42 f, a label that the result does not have selects nothing',
    results: [
      '$none',
      {
        extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU'] }] },
        filterState: { value: [['EU']], selectedValues: ['EU'] },
      },
    ],
  },
};
