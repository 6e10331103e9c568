import { AppError } from '@tessera/core/errors/app-error';
import { tableOf, type Cell, type ColumnKind } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { applyPostProcessing, applySteps } from './apply.ts';
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
    columns: columns.map((path, at) => ({
      path,
      kind: kindAt(at),
      values: rows.map((row) => read(row[at] ?? null, kindAt(at))),
    })),
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
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, rounded(item)]));
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
  expect(() => applySteps(frame, [{ operation: 'select', options: { columns: names } }])).toThrow(
    'The step select would make 30000 rows and 1000 columns.',
  );
  expect(applySteps(frame, [{ operation: 'select', options: { columns: ['n'] } }]).rowCount).toBe(rows);

  const days = Array.from({ length: 1000 }, (_, row) => row % 100);
  const table = tableOf([
    { name: 'day', kind: 'numeric', values: Float64Array.from(days) },
    { name: 'series', kind: 'string', values: days.map((_, row) => `s${Math.floor(row / 100)}`) },
  ]);
  const pivot = {
    operation: 'pivot',
    options: { index: ['day'], columns: ['series'], aggregates: { n: { operator: 'sum' } } },
  };
  expect(workOf(table, [pivot, { operation: 'flatten' }])).toBeLessThan(10_000);
  expect(workOf(table, [{ ...pivot, options: { ...pivot.options, columns: ['made'] } }])).toBeGreaterThan(90_000);
  expect(workOf(table, [pivot, { operation: 'rolling', options: { window: 28 } }])).toBeLessThan(11_000);
  expect(workOf(table, [{ operation: 'select', options: { columns: names } }])).toBeGreaterThan(1_000_000);
  expect(workOf(table, [{ operation: 'resample' }])).toBe(Infinity);
});

test('[attack 61] columns of one name, which steps multiply, are bounded in number', () => {
  const table = tableOf([
    { name: 'n', kind: 'numeric', values: [1] },
    { name: 'one', kind: 'string', values: ['x'] },
  ]);
  const again = { operation: 'select', options: { columns: Array.from({ length: 1000 }, () => 'n') } };
  expect([...applyPostProcessing(table, [again]).table.columns.keys()].slice(0, 3)).toEqual(['n', 'n (2)', 'n (3)']);
  expect(() => applyPostProcessing(table, [again, again])).toThrow('The step would take 1 rows of 1000000 columns.');
  expect(workOf(table, [again, again])).toBeGreaterThan(1_000_000);
  const compared = {
    operation: 'compare',
    options: { source_columns: again.options.columns, compare_columns: again.options.columns, compare_type: 'ratio' },
  };
  expect(() =>
    applyPostProcessing(table, [
      compared,
      { ...again, options: { columns: Array.from({ length: 1000 }, () => 'ratio__n__n') } },
    ]),
  ).toThrow('The step would take 1 rows of 1000000 columns.');
  const doubled = [
    { operation: 'compare', options: { source_columns: ['n'], compare_columns: ['n'], compare_type: 'ratio' } },
    { operation: 'rename', options: { columns: { ratio__n__n: 'n', one: 'two' } } },
    { operation: 'rename', options: { columns: { two: 'one' } } },
  ];
  const often = Array.from({ length: 20 }, () => doubled).flat();
  expect(workOf(table, often)).toBeGreaterThan(1_000_000);
  expect(() => applyPostProcessing(table, often)).toThrow('The step would take 1 rows of 32768 columns.');

  // A step may give the name of a column of few values to one of many.
  const many = tableOf([
    { name: 'few', kind: 'numeric', values: new Float64Array(1000) },
    { name: 'many', kind: 'numeric', values: Float64Array.from({ length: 1000 }, (_, row) => row) },
  ]);
  const pivot = {
    operation: 'pivot',
    options: { index: ['few'], columns: ['few'], aggregates: { few: { operator: 'sum' } } },
  };
  expect(workOf(many, [pivot])).toBeLessThan(10_000);
  expect(
    workOf(many, [{ operation: 'rename', options: { columns: { few: 'many', many: 'few' } } }, pivot]),
  ).toBeGreaterThan(1_000_000);
});
