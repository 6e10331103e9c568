import { anyOfFilter } from '@tessera/core/filters/any-of';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { bounds } from './bounds.ts';
import { readColumns } from './columns.ts';
import { currency } from './currency.ts';
import { controlKinds, kindOf } from './index.ts';
import type { Names } from './kind.ts';
import { readMetrics } from './metrics.ts';
import { isEmpty } from './read.ts';

const SHARED = ['control-kinds.test.ts', 'index.ts', 'kind.ts', 'number-text.ts', 'read.ts'];
const names: Names = {
  column: (name) => ({ origin: 'airport', date: 'date' })[name] ?? null,
  metric: (name) => (name === 'count' ? 'count' : null),
};

test('each kind of control is one file, and each file is in the record', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => !SHARED.includes(file));
  expect(files.map((file) => file.replace('.ts', '').replaceAll('-', '_')).toSorted()).toEqual(
    Object.keys(controlKinds).toSorted(),
  );
});

test.each(Object.keys(controlKinds))('%s reads its own empty value and its own beginning', (key) => {
  const control = {
    kind: key,
    label: 'A',
    choices: [{ value: 'a', label: 'A' }],
    default:
      key === 'color'
        ? { r: 1, g: 2, b: 3, a: 1 }
        : key === 'bool'
          ? true
          : key === 'slider'
            ? 1
            : key === 'json'
              ? { a: [1] }
              : 'a',
    min: 0,
    max: 2,
    step: 1,
  } as unknown as Parameters<typeof kindOf>[0];
  const kind = kindOf(control);
  const isStored = key !== 'row_limit';
  for (const value of [kind.empty(control), kind.initial(control)]) {
    if (value !== undefined && isStored) expect(kind.read(value, control)).toEqual(value);
  }
  for (const junk of [undefined, null, 7, 'x', [], {}, [{}], Number.NaN, { kind: 'x' }]) {
    expect(() => kind.read(junk, control)).not.toThrow();
    expect(() => kind.complain?.(junk, control, { maxRowLimit: 1 })).not.toThrow();
    expect(() => kind.remap?.(junk, names, control)).not.toThrow();
  }
});

test('columns are read from one, many or junk', () => {
  const written = { expressionType: 'SQL', sqlExpression: 'upper(a)', label: 'A' };
  expect(readColumns('a')).toEqual(['a']);
  expect(readColumns(['a', '', null, 3, written, {}])).toEqual(['a', written]);
  expect(readColumns(undefined)).toEqual([]);
});

test('metrics are saved names or adhoc metrics', () => {
  const adhoc = { expressionType: 'SIMPLE', column: { column_name: 'x' }, aggregate: 'SUM' };
  expect(readMetrics(['count', adhoc, { label: 'old' }, 5])).toEqual(['count', adhoc]);
  expect(readMetrics(adhoc)).toEqual([adhoc]);
});

test('[5.0-03] null, empty text and an empty list are empty; zero and false are not', () => {
  expect([null, undefined, '', []].every(isEmpty)).toBe(true);
  expect([0, false, ['a'], ' '].some(isEmpty)).toBe(false);
});

test('bounds and currencies survive what scripts stored', () => {
  expect(bounds.read(['1', null], { kind: 'bounds' })).toEqual([1, null]);
  expect(bounds.read('x', { kind: 'bounds' })).toBeUndefined();
  // No axis has ticks there: the drawing would fail.
  expect(bounds.read([0, 1e-300], { kind: 'bounds' })).toEqual([0, null]);
  expect(bounds.read([-1e308, 1e308], { kind: 'bounds' })).toEqual([null, null]);
  const euro = { symbol: 'EUR', symbolPosition: 'suffix' };
  expect(currency.read(euro, { kind: 'currency' })).toEqual(euro);
  expect(currency.read({ symbol: '' }, { kind: 'currency' })).toBeUndefined();
});

const metric = (column: string) => ({ expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: column } });
const filter = (subject: string) => ({ expressionType: 'SIMPLE', clause: 'WHERE', subject, operator: 'IN' }) as const;

test.each([
  { kind: 'column', value: 'origin', after: 'airport', isWhole: true },
  { kind: 'column', value: 'gone', after: null, isWhole: false },
  { kind: 'columns', value: ['date', 'origin', 'gone'], after: ['date', 'airport'], isWhole: false },
  { kind: 'metric', value: 'count', after: 'count', isWhole: true },
  { kind: 'metric', value: 'late', after: null, isWhole: false },
  {
    kind: 'metrics',
    value: ['count', metric('origin'), metric('x')],
    after: ['count', metric('airport')],
    isWhole: false,
  },
  {
    kind: 'filters',
    value: [
      anyOfFilter('a', [filter('origin'), filter('origin')]),
      anyOfFilter('b', [filter('origin'), filter('gone')]),
    ],
    after: [anyOfFilter('a', [filter('origin'), filter('origin')])],
    isWhole: false,
  },
  { kind: 'filters', value: [filter('origin'), filter('gone')], after: [filter('airport')], isWhole: false },
  { kind: 'order_by', value: ['["origin", false]', ['gone', true]], after: [['airport', false]], isWhole: false },
  {
    kind: 'column_config',
    value: { origin: { a: 1 }, 'SUM(x)': { b: 2 } },
    after: { airport: { a: 1 }, 'SUM(x)': { b: 2 } },
    isWhole: true,
  },
  {
    kind: 'conditional_formatting',
    value: [{ column: 'origin', operator: '>' }],
    after: [{ column: 'airport', operator: '>' }],
    isWhole: true,
  },
] as const)('$kind follows columns that are renamed and lets go of those that are gone', (one) => {
  const control = { kind: one.kind } as Parameters<typeof kindOf>[0];
  expect(kindOf(control).remap?.(one.value, names, control)).toEqual({ value: one.after, isWhole: one.isWhole });
});

test('[5.0-04] a choice that has another name by now is read as what it is called today, anything else is none', () => {
  const control = {
    kind: 'select',
    choices: [{ value: 'Key', label: 'Name' }],
    earlier: { key: 'Key' },
    default: 'Key',
  } as const;
  const { read } = controlKinds.select;
  expect(['Key', 'key', 'constructor', 7].map((stored) => read(stored, control))).toEqual([
    'Key',
    'Key',
    undefined,
    undefined,
  ]);
});

test('a select of names follows a rename, any other select keeps its value', () => {
  const choices = { kind: 'select', choices: [], choicesFor: () => [], default: null } as const;
  const remap = controlKinds.select.remap;
  expect(remap?.('origin', names, { ...choices, ofNames: true }).value).toBe('airport');
  expect(remap?.('SUM(x)', names, { ...choices, ofNames: true }).value).toBe('SUM(x)');
  expect(remap?.('origin', names, choices).value).toBe('origin');
});
