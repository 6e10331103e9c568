import { beforeAll, describe, expect, test } from 'vitest';
import type { QueryObject } from '@tessera/core/query-object';
import { birthsEngines } from '../engines/births-engines.ts';
import type { BirthsKind } from '../engines/births.ts';
import type { BirthsSuite } from '../engines/for-each-engine.ts';
import { sumOfNum, testPipeline, type TestPipeline, yearly } from '../pipeline.ts';

const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' } as const;
const bound = (births: Parameters<typeof testPipeline>[0], sql: string): TestPipeline =>
  testPipeline(births, { security: () => ({ kind: 'sql', sql, isRule: true }), rules: () => [sql] });

/** One, but an end of the query on rows where this is so. */
const failing: Readonly<Record<(typeof birthsEngines)[BirthsKind]['driver'], (condition: string) => string>> = {
  duckdb: (when) => `CAST(CASE WHEN ${when} THEN 'x' ELSE '1' END AS INTEGER)`,
  sqlite: (when) => `abs(CASE WHEN ${when} THEN -9223372036854775808 ELSE 1 END)`,
  postgresql: (when) => `1 / (CASE WHEN ${when} THEN 0 ELSE 1 END)`,
  mysql: (when) => `ROUND(EXP(CASE WHEN ${when} THEN 1000 ELSE 0 END))`,
  clickhouse: (when) => `intDiv(1, CASE WHEN ${when} THEN 0 ELSE 1 END)`,
  trino: (when) => `1 / (CASE WHEN ${when} THEN 0 ELSE 1 END)`,
};

/** Databases ask a cheap condition first: what fails on a hidden row would tell that the row is there. */
export const ruleOrderSuite: BirthsSuite = (kind, births) => {
  const RULE = "LOWER(UPPER(LOWER(UPPER(LOWER(UPPER(LOWER(UPPER(state)))))))) = 'ca'";
  const boom = failing[birthsEngines[kind].driver]("state = 'other'");
  const adhoc = { sqlExpression: boom, label: 'boom', expressionType: 'SQL' } as const;
  const cases: readonly [string, QueryObject][] = [
    ['a clause', { columns: [], metrics: [count], extras: { where: `${boom} = 1` } }],
    ['a filter on an expression', { columns: [], metrics: [count], filters: [{ col: adhoc, op: '==', val: 1 }] }],
    // Elsewhere such a pattern fails before there are rows, or is none at all.
    ...(kind === 'postgresql'
      ? [
          [
            'a pattern that does not read, behind a filter',
            {
              columns: [],
              metrics: [count],
              filters: [
                { col: 'state', op: '!=', val: 'CA' },
                { col: 'name', op: 'REGEX', val: '(' },
              ],
            },
          ] satisfies [string, QueryObject],
        ]
      : []),
    ['a condition on groups', { columns: ['state'], metrics: [count], extras: { having: `${boom} = 1` } }],
    ['a dimension', { columns: [adhoc], metrics: [count] }],
    [
      'a dimension with a series limit',
      { columns: [adhoc], metrics: [count], series_columns: [adhoc], series_limit: 2, series_limit_metric: count },
    ],
  ];

  describe('where a rule hides rows', () => {
    let it: TestPipeline;
    beforeAll(() => {
      it = bound(births(), RULE);
    });

    test.each(cases)('%s never meets a row that a rule hides', async (_name, query) => {
      await expect(it.ask({ row_limit: 10, ...query })).resolves.toMatchObject({ status: 'success' });
    });

    test('and without the rule it fails on that row', async () => {
      await expect(testPipeline(births()).ask({ columns: [adhoc], metrics: [count] })).rejects.toMatchObject({
        code: expect.stringMatching(/^source_|^database_error/),
      });
    });
  });
};

/** A name that no column has is looked for among those of the result, which the requesting user chooses. */
export const ruleNamesSuite: BirthsSuite = (_kind, births) => {
  const RULE = "tenant = 'me'";
  const MINE = { expressionType: 'SQL', sqlExpression: "'me'", label: 'tenant' } as const;
  const cases: readonly [string, QueryObject][] = [
    ['groups', { columns: [MINE], metrics: [count] }],
    ['rows', { columns: [MINE, 'name'], metrics: null }],
    ['rows, in other letters', { columns: [{ ...MINE, label: 'TENANT' }, 'name'], metrics: null }],
    [
      'a column under the name of another',
      { columns: [{ ...MINE, sqlExpression: 'name' }], metrics: [count], extras: { where: "tenant = 'me'" } },
    ],
  ];

  describe('a rule about a column that the dataset has not', () => {
    test.each(cases)('[8.6-01] shows nobody a row, whatever results are called: %s', async (_name, query) => {
      await expect(bound(births(), RULE).ask({ row_limit: 10, ...query })).rejects.toMatchObject({
        code: expect.stringMatching(/^source_|^database_error/),
      });
    });

    test('results keep the names that were asked for', async () => {
      const open = testPipeline(births(), {
        security: () => ({ kind: 'sql', sql: "state = 'CA'", isRule: true }),
        rules: () => [RULE],
      });
      const { data } = await open.ask({ columns: [MINE], metrics: [count], row_limit: 10, orderby: [[count, false]] });
      expect(data.map((row) => Object.keys(row))).toEqual([['tenant', 'n']]);
    });
  });
};

/** Whoever a rule binds gets what a dataset of the other rows alone would give. */
export const rowRuleSuite: BirthsSuite = (_kind, births) => {
  const RULE = "state = 'CA'";
  const cases: readonly [string, QueryObject][] = [
    [
      'groups',
      {
        columns: ['gender', 'name'],
        metrics: ['count', sumOfNum],
        orderby: [
          ['gender', true],
          ['name', true],
        ],
      },
    ],
    ['rows', { columns: ['state', 'num'], orderby: [['num', true]], row_limit: 20 }],
    ['a row count', { columns: ['num'], metrics: ['count'], is_rowcount: true }],
    [
      'a clause that asks for more',
      { columns: ['state'], metrics: ['count'], extras: { where: "state = 'other' OR 1 = 1" } },
    ],
    ['HAVING', { columns: ['gender'], metrics: ['total'], extras: { having: 'SUM(num) > 0 OR 1 = 1' } }],
    [
      'an alias that shadows the column',
      {
        columns: [{ expressionType: 'SQL', sqlExpression: "'CA'", label: 'state' }, 'num'],
        orderby: [['num', true]],
        row_limit: 20,
      },
    ],
    [
      'a series limit with the others',
      {
        columns: [yearly, 'name'],
        metrics: [sumOfNum],
        series_columns: ['name'],
        series_limit: 1,
        series_limit_metric: sumOfNum,
        group_others_when_limit_reached: true,
        filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '1970-01-01 : 1975-01-01' }],
      },
    ],
    [
      'other times',
      {
        columns: ['gender'],
        metrics: [sumOfNum],
        orderby: [['gender', true]],
        filters: [{ col: 'ds', op: 'TEMPORAL_RANGE', val: '1990-01-01 : 1992-01-01' }],
        time_offsets: ['1 year ago'],
      },
    ],
    ['the newest partition', { columns: ['num'], filters: [{ col: 'num', op: 'LATEST_PARTITION' }] }],
  ];

  describe('under a row-level rule', () => {
    test.each(cases)('%s', async (_name, query) => {
      const place = births();
      const [limited, copy, all] = [
        bound(place, RULE),
        testPipeline(place, {
          dataset: { source: { kind: 'sql', sql: `SELECT * FROM main.birth_names WHERE ${RULE}` } },
        }),
        testPipeline(place),
      ];
      const want = (await copy.ask(query)).data;
      expect((await limited.ask(query)).data).toEqual(want);
      expect((await all.ask(query)).data).not.toEqual(want);
    });
  });
};
