import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialectOf } from '@tessera/query/dialects/registry';
import { buildBirths, onThisMachine, type Births } from '../testing/engines/births.ts';
import { testPipeline } from '../testing/pipeline.ts';

const AT = Date.UTC(2024, 0, 2, 3, 4, 5, 123);
const written = ['123456', '123457', '123000'].map((micros) => `2024-01-02 03:04:05.${micros}`);

/** How each database writes an instant of microseconds. */
const instants = {
  duckdb: (text: string) => `TIMESTAMP '${text}'`,
  postgresql: (text: string) => `TIMESTAMP '${text}'`,
  mariadb: (text: string) => `CAST('${text}' AS DATETIME(6))`,
  clickhouse: (text: string) => `toDateTime64('${text}', 6, 'UTC')`,
} as const;

const kinds = Object.keys(instants) as readonly (keyof typeof instants)[];

describe.each(onThisMachine(kinds))('times with microseconds on %s', (kind) => {
  let births: Births;
  beforeAll(async () => {
    births = await buildBirths(kind);
  });
  afterAll(() => births?.close());

  test('are groups of their own, and a filter on the value of one finds its rows', async () => {
    const sql = written.map((text) => `SELECT ${instants[kind](text)} AS at`).join(' UNION ALL ');
    const type = kind === 'clickhouse' ? 'DateTime64(6)' : kind === 'mariadb' ? 'DATETIME' : 'TIMESTAMP';
    const { ask } = testPipeline(births, {
      dataset: {
        source: { kind: 'sql', sql },
        columns: [
          {
            name: 'at',
            verboseName: null,
            type,
            kind: dialectOf(births.dataset.dialect).kindOf(type),
            isTemporal: true,
            expression: null,
            timeFormat: null,
          },
        ],
        metrics: [],
        mainTimeColumn: 'at',
      },
    });
    const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' } as const;
    const { data } = await ask({ columns: ['at'], metrics: [count], orderby: [['at', true]] });
    const groups = data.map((row) => row['at']);
    expect(groups).toEqual([AT, AT + 0.456, AT + 0.457]);
    for (const at of groups.map(Number)) {
      const found = async (op: string, val: unknown) =>
        (await ask({ metrics: [count], filters: [{ col: 'at', op, val: val as number }] })).data[0]?.['rows'];
      expect([at, await found('==', at), await found('IN', [at])]).toEqual([at, 1, 1]);
      expect(await found('==', new Date(at).toISOString().slice(0, 19))).toBe(0);
    }
    expect(
      (await ask({ metrics: [count], filters: [{ col: 'at', op: '==', val: '2024-01-02T03:04:05.123457' }] })).data[0],
    ).toEqual({ rows: 1 });
  });
});
