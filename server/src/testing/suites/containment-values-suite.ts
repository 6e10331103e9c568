import { expect, test } from 'vitest';
import { answerFrom } from '@tessera/query/containment/answer-from';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Predicate, StructuredQuery } from '@tessera/query/structured-query';
import type { Births, BirthsKind } from '../engines/births.ts';
import { bareQuery, column, rowTexts, runStructured, value } from '../structured.ts';

type Case = {
  readonly title: string;
  /** A query with the columns `g`, `h` and `v`. */
  readonly sql: string;
  readonly types: { readonly g?: string; readonly v?: string };
  readonly grain?: string;
  /** A range of times is one of `g`, whatever its type. */
  readonly where?: Predicate;
  /** A sum that a user wrote, over all rows at once. */
  readonly total?: string;
  /** With an order, because of a limit. */
  readonly isOrdered?: boolean;
  readonly isAnswered: boolean;
};

const beforeEnd: Predicate = {
  kind: 'time_range',
  left: column('g', 'DATETIME'),
  since: null,
  until: Date.UTC(2025, 0, 1),
  columnType: 'DATETIME',
};
const sinceStart: Predicate = { ...beforeEnd, since: Date.UTC(2024, 0, 1), until: null };
const cases: Readonly<Partial<Record<BirthsKind, readonly Case[]>>> = {
  sqlite: [
    {
      title: 'decimals of more digits than their type has',
      sql: "SELECT 'a' AS g, 'x' AS h, 0.255 AS v UNION ALL SELECT 'a', 'y', 0.255",
      types: { v: 'DECIMAL(12,2)' },
      isAnswered: true,
    },
    {
      title: 'the order of plain texts that case turns round',
      sql: "SELECT 'a' AS g, 'x' AS h, 1 AS v UNION ALL SELECT 'B', 'y', 2",
      types: {},
      isOrdered: true,
      isAnswered: false,
    },
    {
      title: 'the order of plain texts',
      sql: "SELECT 'b' AS g, 'x' AS h, 1 AS v UNION ALL SELECT 'a', 'y', 2 UNION ALL SELECT 'b', 'z', 1",
      types: {},
      isOrdered: true,
      isAnswered: true,
    },
    {
      title: 'the order of other texts, whose bytes may be of UTF-16',
      sql: "SELECT 'é' AS g, 'x' AS h, 1 AS v UNION ALL SELECT 'a', 'y', 2",
      types: {},
      isOrdered: true,
      isAnswered: false,
    },
    {
      title: 'a blob that looks like a text',
      sql: "SELECT x'41' AS g, 'x' AS h, 1 AS v UNION ALL SELECT '\\x41', 'y', 2",
      types: {},
      isAnswered: false,
    },
    {
      title: 'texts that are times, compared as texts',
      sql: "SELECT '2024-01-01T00:30:00+02:00' AS g, 'x' AS h, 1 AS v UNION ALL SELECT '2024-05-01', 'y', 2",
      types: { g: 'DATETIME' },
      grain: 'P1D',
      where: sinceStart,
      isAnswered: false,
    },
    {
      title: 'two texts of one day',
      sql: "SELECT '2024-01-01' AS g, 'x' AS h, 1 AS v UNION ALL SELECT '2024-01-01 00:00', 'y', 2",
      types: { g: 'DATE' },
      isAnswered: false,
    },
    {
      title: 'a number where a truth is declared',
      sql: "SELECT 2 AS g, 'x' AS h, 1 AS v UNION ALL SELECT 1, 'y', 2",
      types: { g: 'BOOLEAN' },
      isAnswered: false,
    },
  ],
  clickhouse: [
    {
      title: 'bytes that are no text',
      sql: "SELECT unhex('FF') AS g, 'x' AS h, 1 AS v UNION ALL SELECT unhex('FE'), 'y', 2",
      types: { g: 'String' },
      isAnswered: false,
    },
    {
      title: 'texts',
      sql: "SELECT 'é' AS g, 'x' AS h, toInt64(1) AS v UNION ALL SELECT 'é', 'y', 2 UNION ALL SELECT 'z', 'y', 2",
      types: { g: 'LowCardinality(Nullable(String))', v: 'Int64' },
      isAnswered: true,
    },
    {
      title: 'a sum of no rows',
      sql: "SELECT 'a' AS g, 'x' AS h, toInt64(1) AS v",
      types: { g: 'String' },
      total: 'SUM(v)',
      where: { kind: 'in', left: column('g', 'String'), values: [value('nobody')], negated: false },
      isAnswered: false,
    },
    {
      title: 'a sum of some rows',
      sql: "SELECT 'a' AS g, 'x' AS h, toInt64(1) AS v",
      types: { g: 'String' },
      total: 'SUM(v)',
      where: { kind: 'in', left: column('g', 'String'), values: [value('a')], negated: false },
      isAnswered: true,
    },
    {
      title: 'zeros of two signs',
      sql: "SELECT -0.0 AS g, 'x' AS h, toInt64(1) AS v UNION ALL SELECT 0.0, 'y', 2",
      types: { g: 'Float64', v: 'Int64' },
      isAnswered: false,
    },
    {
      title: 'sums that wrap around',
      sql:
        "SELECT 'a' AS g, 'x' AS h, toInt64(9223372036854775807) AS v UNION ALL SELECT 'a', 'y', " +
        '9223372036854775807',
      types: { g: 'String', v: 'Int64' },
      isAnswered: false,
    },
    {
      title: 'a range of times',
      sql:
        "SELECT toDateTime64('2024-01-01 10:00:00', 3) AS g, 'x' AS h, toInt64(1) AS v UNION ALL SELECT " +
        "toDateTime64('2023-05-01 00:00:00', 3), 'y', 2",
      types: { g: 'DateTime64(3)', v: 'Int64' },
      grain: 'P1D',
      where: sinceStart,
      isAnswered: true,
    },
    {
      title: 'days from a midnight on',
      sql: "SELECT toDate('2024-01-01') AS g, 'x' AS h, toInt64(1) AS v UNION ALL SELECT toDate('2023-05-01'), 'y', 2",
      types: { g: 'Date' },
      where: sinceStart,
      isAnswered: true,
    },
    {
      title: 'days from within a day on, which may begin elsewhere',
      sql: "SELECT toDate('2024-01-01') AS g, 'x' AS h, toInt64(1) AS v UNION ALL SELECT toDate('2023-05-01'), 'y', 2",
      types: { g: 'Date' },
      where: { ...sinceStart, since: Date.UTC(2024, 0, 1, 1) },
      isAnswered: false,
    },
    {
      title: 'a range of times that are finer than a grain cuts',
      sql:
        "SELECT toDateTime64('1969-12-31 23:59:59.999999', 6, 'UTC') AS g, 'x' AS h, toInt64(1) AS v UNION ALL " +
        "SELECT toDateTime64('1970-05-01 00:00:00', 6, 'UTC'), 'y', 2",
      types: { g: 'DateTime64(6)', v: 'Int64' },
      grain: 'P1D',
      where: { ...sinceStart, since: 0 },
      isAnswered: false,
    },
  ],
  postgresql: [
    {
      title: 'a decimal that is no number',
      sql: "SELECT CAST('NaN' AS numeric(5,2)) AS g, 'x' AS h, 1 AS v UNION ALL SELECT NULL, 'y', 2",
      types: { g: 'NUMERIC(5,2)' },
      isAnswered: false,
    },
    {
      title: 'decimals',
      sql: "SELECT CAST(1.25 AS numeric(5,2)) AS g, 'x' AS h, 1 AS v UNION ALL SELECT 1.25, 'y', 2",
      types: { g: 'NUMERIC(5,2)' },
      isAnswered: true,
    },
  ],
  mariadb: [
    {
      title: 'texts that are one by language',
      sql: "SELECT 'straße' AS g, 'x' AS h, 1 AS v UNION ALL SELECT 'strasse', 'y', 2",
      types: {},
      isAnswered: false,
    },
    {
      title: 'signs that are one by collation',
      sql: "SELECT '😀' AS g, 'x' AS h, 1 AS v UNION ALL SELECT '😁', 'y', 2",
      types: {},
      isAnswered: false,
    },
    {
      title: 'plain texts',
      sql: "SELECT 'Ana' AS g, 'x' AS h, 1 AS v UNION ALL SELECT 'Ana', 'y', 2 UNION ALL SELECT 'Bo', 'y', 2",
      types: {},
      isAnswered: true,
    },
    {
      title: 'the order of texts',
      sql: "SELECT 'a' AS g, 'x' AS h, 1 AS v UNION ALL SELECT 'b', 'y', 2",
      types: {},
      isOrdered: true,
      isAnswered: false,
    },
    {
      title: 'a time without a bucket',
      sql:
        "SELECT CAST(NULL AS DATETIME) AS g, 'x' AS h, 1 AS v UNION ALL SELECT TIMESTAMP '2024-01-01 10:00:00', " +
        "'y', 2",
      types: { g: 'datetime' },
      grain: 'P1M',
      where: beforeEnd,
      isAnswered: false,
    },
    {
      title: 'a range of times',
      sql:
        "SELECT TIMESTAMP '2025-03-01 10:00:00' AS g, 'x' AS h, 1 AS v UNION ALL SELECT TIMESTAMP '2024-01-01 " +
        "10:00:00', 'y', 2",
      types: { g: 'datetime' },
      grain: 'P1M',
      where: beforeEnd,
      isAnswered: true,
    },
  ],
  trino: [
    {
      title: 'texts in their order',
      sql: "SELECT 'é' AS g, 'x' AS h, BIGINT '1' AS v UNION ALL SELECT 'z', 'y', 2",
      types: { g: 'VARCHAR(1)' },
      isOrdered: true,
      isAnswered: false,
    },
    {
      title: 'a range of times with a zone, rounded by grains',
      sql:
        "SELECT TIMESTAMP '2023-12-31 23:59:59.9999999 UTC' AS g, 'x' AS h, BIGINT '1' AS v UNION ALL SELECT " +
        "TIMESTAMP '2024-05-01 00:00:00.0000000 UTC', 'y', 2",
      types: { g: 'TIMESTAMP(7) WITH TIME ZONE' },
      grain: 'P1D',
      where: sinceStart,
      isAnswered: false,
    },
  ],
};

/** Cells that tell less than the database knows, each in a database that has them. */
export function containmentValuesSuite(kind: BirthsKind, births: () => Births): void {
  test.each((cases[kind] ?? []).map((one) => [one.title, one] as const))(
    '%s',
    async (_, { sql, types, grain, where = bareQuery.where, total, isOrdered = false, isAnswered }) => {
      const place = births();
      const dialect = dialectOf(place.dataset.dialect);
      const of = column('g', types.g ?? 'VARCHAR(10)');
      const g = {
        label: grain === undefined ? 'g' : 'day',
        expression: grain === undefined ? of : ({ kind: 'grain', grain, of, zone: null } as const),
      };
      const typed = where.kind === 'time_range' ? { ...where, left: of, columnType: of.type } : where;
      const wide: StructuredQuery = {
        ...bareQuery,
        source: { kind: 'sql', sql },
        dimensions: [g, { label: 'h', expression: column('h', 'VARCHAR(10)') }],
        measures: [
          { label: 'sum', expression: { kind: 'aggregate', aggregate: 'SUM', of: column('v', types.v ?? 'BIGINT') } },
          { label: 'rows', expression: { kind: 'count_rows' } },
          ...(total === undefined
            ? []
            : [{ label: 'total', expression: { kind: 'sql', sql: total, type: null } } as const]),
        ],
      };
      const asked: StructuredQuery = {
        ...wide,
        dimensions: total === undefined ? [g] : [],
        where: typed,
        limit: isOrdered ? 10 : null,
      };
      const temporal = new Set(['day']);
      const made = answerFrom(
        { query: wide, temporal, table: await runStructured(place, wide), truncated: false },
        { query: asked, temporal },
        dialect,
      );
      expect(made !== null).toBe(isAnswered);
      if (made) expect(rowTexts(made, isOrdered)).toEqual(rowTexts(await runStructured(place, asked), isOrdered));
    },
  );
}
