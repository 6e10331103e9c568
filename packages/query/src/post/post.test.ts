import { AppError } from '@tessera/core/errors/app-error';
import { tableOf, type Cell, type ColumnKind } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { applySteps } from './apply.ts';
import { type FrameCase, postCases } from './fixtures/cases.ts';
import { cellOf, type Frame, type Values } from './frame.ts';
import { workOf } from './work.ts';

const utc = (text: string) => Date.parse(`${text}Z`);

function read(cell: Cell, kind: ColumnKind): Cell {
  if (cell === 'inf') return Infinity;
  return kind === 'temporal' && typeof cell === 'string' ? utc(cell) : cell;
}

function frameFrom({ columns, kinds, index, rows }: FrameCase): Frame {
  const kindAt = (at: number): ColumnKind => kinds[at] ?? 'string';
  return {
    rowCount: rows.length,
    index: index ? [{ name: index.name, kind: 'temporal', values: index.values.map(utc) }] : [],
    columns: columns.map((path, at) => ({ path, kind: kindAt(at), values: rows.map((row) => read(row[at] ?? null, kindAt(at))) })),
  };
}

const cells = (values: Values) => Array.from(values, (_, row) => cellOf(values, row));

function shown(frame: Frame) {
  return {
    rowCount: frame.rowCount,
    index: frame.index.map(({ name, values }) => [name, cells(values)]),
    columns: frame.columns.map(({ path, values }) => [path, cells(values)]),
  };
}

/** The last places of sums depend on their order. */
function rounded(value: unknown): unknown {
  if (typeof value === 'number' && Number.isFinite(value)) return Number(value.toPrecision(14));
  if (Array.isArray(value)) return value.map(rounded);
  if (typeof value === 'object' && value !== null) return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item)]));
  return value;
}

test.each(postCases.filter(({ output }) => output !== undefined))('$name', ({ input, steps, output }) => {
  expect(rounded(shown(applySteps(frameFrom(input), steps)))).toEqual(rounded(shown(frameFrom(output ?? input))));
});

test.each(postCases.filter(({ error }) => error !== undefined))('$name: $error', ({ input, steps, error }) => {
  expect(() => applySteps(frameFrom(input), steps)).toThrow(new AppError('post_processing', { reason: error ?? '' }));
});

test('[attack 61] what few names of a request make of many rows is bounded, and so is the work on one thread', () => {
  const rows = 30_000;
  const n = { path: ['n'], kind: 'numeric', values: new Float64Array(rows) } as const;
  const frame: Frame = { rowCount: rows, index: [], columns: [n] };
  const names = Array.from({ length: 1000 }, () => 'n');
  expect(() => applySteps(frame, [{ operation: 'select', options: { columns: names } }])).toThrow('The step select would make 30000 rows and 1000 columns.');
  expect(applySteps(frame, [{ operation: 'select', options: { columns: ['n'] } }]).rowCount).toBe(rows);

  const days = Array.from({ length: 1000 }, (_, row) => row % 100);
  const table = tableOf([{ name: 'day', kind: 'numeric', values: Float64Array.from(days) }, { name: 'series', kind: 'string', values: days.map((_, row) => `s${Math.floor(row / 100)}`) }]);
  const pivot = { operation: 'pivot', options: { index: ['day'], columns: ['series'], aggregates: { n: { operator: 'sum' } } } };
  expect(workOf(table, [pivot, { operation: 'flatten' }])).toBeLessThan(10_000);
  expect(workOf(table, [{ ...pivot, options: { ...pivot.options, columns: ['made'] } }])).toBeGreaterThan(90_000);
  expect(workOf(table, [pivot, { operation: 'rolling', options: { window: 28 } }])).toBeLessThan(10_000);
  expect(workOf(table, [{ operation: 'select', options: { columns: names } }])).toBeGreaterThan(1_000_000);
  expect(workOf(table, [{ operation: 'resample' }])).toBe(Infinity);
});
