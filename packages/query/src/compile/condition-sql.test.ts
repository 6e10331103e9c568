import { expect, test } from 'vitest';
import { dialects } from '../dialects/registry.ts';
import type { Predicate } from '../structured-query.ts';
import { conditionSql } from './compile.ts';

const region = { kind: 'column', name: 'region', type: 'VARCHAR' } as const;
const equals = (value: string | bigint): Predicate => ({
  kind: 'compare',
  op: '=',
  left: region,
  right: { kind: 'value', value },
});
const either = (value: string): Predicate => ({
  kind: 'or',
  of: [equals(value), { kind: 'null', left: region, negated: false }],
});

test.each(Object.values(dialects).map((dialect) => ({ name: dialect.name, dialect })))(
  'values stand in stored SQL as literals of the dialect, and never as a template: $name',
  ({ dialect }) => {
    const quoted = conditionSql(either("O'Brien\\"), dialect);
    expect(quoted).toContain(dialect.literal("O'Brien\\"));
    expect(quoted).toMatch(/ OR .+ IS NULL$/);
    const marked = conditionSql(either('{{{% x }}'), dialect);
    expect(marked).not.toMatch(/\{[{%#]/);
    expect(marked).toContain('REPLACE(');
  },
);

test('the newest partition needs the source and cannot be stored', () => {
  expect(() => conditionSql({ kind: 'newest', left: region }, dialects.duckdb)).toThrow(/LATEST PARTITION/);
});
