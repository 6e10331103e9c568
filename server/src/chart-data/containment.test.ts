import { expect, onTestFinished, test } from 'vitest';
import { answerFrom } from '@tessera/query/containment/answer-from';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Expression, Predicate, StructuredQuery } from '@tessera/query/structured-query';
import { buildBirths } from '../testing/births.ts';
import { containmentSuite } from '../testing/containment-suite.ts';
import { onEachPlace } from '../testing/on-each-place.ts';
import { bareQuery, column, dimensions, runStructured, source, value } from '../testing/structured.ts';

// Trino is asked in a file of its own.
onEachPlace(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'mysql', 'clickhouse'], 'answers from wider results', containmentSuite);

const text = (name: string): Expression => column(name, 'VARCHAR');
const num = column('num', 'BIGINT');
const base: StructuredQuery = { ...bareQuery, source, measures: [{ label: 'n', expression: { kind: 'count_rows' } }], limit: 1000 };
const dimension = (label: string) => dimensions.filter((one) => one.label === label);

test('what a result may not answer', async () => {
  const place = await buildBirths('duckdb');
  onTestFinished(place.close);
  const dialect = dialectOf(place.dataset.dialect);
  const temporal = new Set<string>();
  const isContained = async (wide: Partial<StructuredQuery>, asked: Partial<StructuredQuery>, truncated = false) => {
    const query = { ...base, ...wide };
    return answerFrom({ query, temporal, table: await runStructured(place, query), truncated }, { query: { ...base, ...asked }, temporal }, dialect) !== null;
  };
  const byName = { dimensions: [...dimension('name'), ...dimension('gender')] };
  const rule: Predicate = { kind: 'in', left: text('gender'), values: [value('boy')], negated: false };
  expect(await isContained(byName, { dimensions: dimension('gender') })).toBe(true);
  expect(await isContained(byName, { dimensions: dimension('gender'), where: rule })).toBe(true);
  expect(await isContained({ ...byName, where: rule }, byName)).toBe(false);
  expect(await isContained({ ...byName, security: rule }, byName)).toBe(false);
  expect(await isContained(byName, { ...byName, security: rule })).toBe(false);
  expect(await isContained({ ...byName, limit: 3 }, { dimensions: dimension('gender') })).toBe(false);
  expect(await isContained({ ...byName, offset: 1 }, { dimensions: dimension('gender') })).toBe(false);
  expect(await isContained(byName, { dimensions: dimension('gender') }, true)).toBe(false);
  expect(await isContained(byName, { ...byName, source: { kind: 'table', catalog: null, schema: 'main', table: 'secret' } })).toBe(false);
  expect(await isContained(byName, { dimensions: dimension('state') })).toBe(false);
  const distinct = { measures: [{ label: 'd', expression: { kind: 'aggregate', aggregate: 'COUNT_DISTINCT', of: num } }] } as const;
  expect(await isContained({ ...byName, ...distinct }, { ...byName, ...distinct, where: rule })).toBe(true);
  expect(await isContained({ ...byName, ...distinct }, { dimensions: dimension('gender'), ...distinct })).toBe(false);
  const looksAround = { measures: [{ label: 's', expression: { kind: 'sql', sql: 'COUNT(*) * 1.0 / SUM(COUNT(*)) OVER ()', type: null } }] } as const;
  expect(await isContained({ ...byName, ...looksAround }, { ...byName, ...looksAround, where: rule })).toBe(false);
});
