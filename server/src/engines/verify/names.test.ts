import { beforeAll, describe, expect, test } from 'vitest';
import { some } from '@tessera/core/fixtures/runs';
import { isAppError } from '@tessera/core/errors/app-error';
import { dialects } from '@tessera/query/dialects/registry';
import { findClickhouse } from '../../testing/engines/clickhouse.ts';
import { sqlReaders } from '../../testing/sql-readers.ts';
import type { SqlReader } from './reader.ts';
import { assertReading } from './reading.ts';
import { readerOf } from './readers.ts';

// A dataset on `sales` that has lost its column `secret`: an expression of whoever asks names what is left, and nothing
// else.
const { parsers, engineOf } = sqlReaders(
  [
    'CREATE TABLE sales (id INTEGER, region VARCHAR, "user id" INTEGER, doc VARCHAR, ts TIMESTAMP, list ' +
      'INTEGER, secret INTEGER, "Two words" INTEGER)',
  ],
  [
    'CREATE TABLE sales (id Int32, region String, `user id` Int32, doc String, ts DateTime, list Array(Int32), ' +
      'secret Int32, `Two words` Int32) ENGINE = Memory',
  ],
);
const columns = ['id', 'region', 'user id', 'doc', 'ts', 'list'];

type Dialect = keyof typeof dialects;
type Forms = Partial<Record<Dialect | 'every', readonly string[]>>;

const quote = (name: string, dialect: Dialect): string => dialects[dialect].quote(name);

/** Where a name may stand in an expression. */
const places: Forms = {
  every: [
    '§',
    'MAX(§)',
    '§ + 1',
    'CASE WHEN § = 1 THEN id END',
    'CASE WHEN id = 1 THEN § ELSE 0 END',
    'COALESCE(NULL, §)',
    'id IN (1, §)',
    'NOT (§ = 1)',
    '§ BETWEEN 1 AND 2',
    'id BETWEEN 1 AND §',
    '§ IS NULL',
    'SUM(id) OVER (PARTITION BY § ORDER BY id)',
    'SUM(id) OVER (ORDER BY §)',
    'COUNT(DISTINCT §)',
    'CAST(§ AS DECIMAL(10, 2))',
    'region LIKE § OR id = 1',
    '(((§)))',
    'ROUND(AVG(§), 2)',
    'id = 1 AND region = UPPER(§)',
  ],
  duckdb: [
    '§::INTEGER',
    'SUM(id) FILTER (WHERE § > 1)',
    '[§]',
    "{'a': §}",
    'list_transform([1], x -> x + §)',
    "§ -> '$.a'",
    "list_transform(§ -> '$.a', x -> x)",
    'list_transform([1], x -> x) = [§]',
    'id + extract(year FROM §)',
    '§.upper()',
    'quantile_cont(id ORDER BY §)',
  ],
  sqlite: [
    'SUM(id) FILTER (WHERE § > 1)',
    "§ ->> '$.a'",
    'group_concat(§)',
    '§ COLLATE NOCASE',
    "strftime('%Y', §)",
    'id IS NOT §',
  ],
  postgresql: [
    '§::text',
    'SUM(id) FILTER (WHERE § > 1)',
    'ARRAY[§]',
    'ROW(§, 1)',
    '(§, id) = (1, 2)',
    'percentile_cont(0.5) WITHIN GROUP (ORDER BY §)',
    "string_agg(region, ',' ORDER BY §)",
    'id = ANY(ARRAY[§])',
    'EXTRACT(epoch FROM §)',
    'position(§ in region)',
    "(§)['a']",
  ],
  mysql: [
    'GROUP_CONCAT(region ORDER BY §)',
    'IF(§ > 1, 2, 3)',
    'CONVERT(§ USING utf8mb4)',
    'TIMESTAMPDIFF(DAY, §, ts)',
    'EXTRACT(YEAR FROM §)',
    'ts + INTERVAL § DAY',
    'id <=> §',
    'id DIV §',
    "POSITION('n' IN §)",
    'GROUP_CONCAT(§ SEPARATOR "-")',
  ],
  trino: [
    'transform(list, x -> x + §)',
    'reduce(list, 0, (s, x) -> s + §, s -> s)',
    'SUM(id) FILTER (WHERE § > 1)',
    "listagg(region, ',') WITHIN GROUP (ORDER BY §)",
    'list[§]',
    'row(1, §)',
    'EXTRACT(YEAR FROM §)',
    "json_value(§, 'lax $.x')",
    'TRY_CAST(§ AS bigint)',
    "TRIM(BOTH ' ' FROM §)",
    'transform(list, x -> x) = list AND § = 1',
  ],
  clickhouse: [
    'arrayMap(x -> x + §, list)',
    'arrayMap((x, y) -> x + y + §, list, list)',
    'sumIf(id, § > 1)',
    'quantile(0.9)(§)',
    '§ ? 1 : 2',
    'tuple(§)',
    '[§]',
    'toStartOfInterval(ts, INTERVAL § MINUTE)',
    'EXTRACT(YEAR FROM §)',
    'CAST(§ AS String)',
  ],
};

/** Spellings of what the dataset lacks, of the whole row, and of what every table has. */
function hidden(dialect: Dialect): readonly string[] {
  const [name, words, table] = [quote('secret', dialect), quote('Two words', dialect), quote('sales', dialect)];
  const isExact = dialect === 'clickhouse' || dialect === 'postgresql';
  const whole = dialect === 'mysql' || dialect === 'trino' || dialect === 'clickhouse' ? [] : ['sales', table];
  return [
    'secret',
    name,
    words,
    `sales.secret`,
    `${table}.${name}`,
    `sales.${name}`,
    ...(isExact ? [quote('Id', dialect)] : ['SECRET', 'SALES.Secret']),
    ...(dialect === 'sqlite' ? ['main.sales.secret', '[secret]', '`secret`', 'rowid', '_rowid_', 'oid'] : []),
    ...(dialect === 'duckdb' ? ['main.sales.secret', 'read.main.sales.secret', 'rowid', 'sales.rowid'] : []),
    ...(dialect === 'postgresql'
      ? [
          'public.sales.secret',
          'ctid',
          'tableoid',
          'xmin',
          'SECRET',
          'sales.Secret',
          '(sales).secret',
          '(sales.secret)',
        ]
      : []),
    ...(dialect === 'mysql' ? ['shop.sales.secret', '`shop`.`sales`.`secret`', '`secret`'] : []),
    ...(dialect === 'trino' ? ['c.s.sales.secret', 's.sales.secret', '"$path"', 'sales."SECRET"'] : []),
    ...(dialect === 'clickhouse' ? ['default.sales.secret', '_part', 'sales.`secret`'] : []),
    ...whole,
  ];
}

/** The same columns that the dataset has, in every spelling. */
function known(dialect: Dialect): readonly string[] {
  const table = quote('sales', dialect);
  const isExact = dialect === 'clickhouse';
  return [
    'id',
    quote('id', dialect),
    quote('user id', dialect),
    'sales.id',
    `${table}.${quote('user id', dialect)}`,
    ...(isExact ? [] : ['ID', 'Sales.Id']),
  ];
}

/** What is a whole row, or more columns than one, without naming any. */
const rows: Forms = {
  every: ['sales.*', '*'],
  duckdb: [
    'COLUMNS(*)',
    "COLUMNS('sec.*')",
    'MAX(COLUMNS(*))',
    'sales::VARCHAR',
    'to_json(sales)',
    'row(sales)',
    'struct_pack(a := sales)',
    "struct_extract(sales, 'secret')",
    'sales.secret.x',
    'hash(sales)',
    'COUNT(sales)',
    '{a: sales}',
    'list(sales)',
    '*COLUMNS(*)',
    'unnest(sales)',
  ],
  postgresql: [
    'to_json(sales)',
    'row_to_json(sales)',
    'row(sales)',
    'row(sales.*)',
    'sales::text',
    '(sales).*',
    'secret(sales)',
    'COUNT(sales)',
    'sales IS NULL',
    'to_jsonb(sales)',
    'array_agg(sales)',
    'md5(sales::text)',
    'sales = sales',
    'hstore(sales)',
    'json_agg(sales)',
  ],
  sqlite: ['json_array(sales)', '"secret" || id', "'sales'.'secret'", "sales.'secret'"],
  mysql: ['JSON_ARRAYAGG(secret)', 'DEFAULT(secret)', 'VALUES(secret)'],
  trino: ['CAST(row(sales) AS JSON)', 'row(sales)', 'json_format(CAST(sales AS JSON))'],
  clickhouse: [
    "COLUMNS('sec')",
    'COLUMNS(*)',
    'tuple(*)',
    'tuple(sales.*)',
    'untuple(tuple(secret))',
    '* EXCEPT id',
    '* APPLY(max)',
    'toString(tuple(COLUMNS(secret)))',
  ],
};

const readable = (Object.keys(dialects) as Dialect[]).filter(
  (name) => name !== 'clickhouse' || findClickhouse() !== null,
);

const opened = new Map<Dialect, SqlReader | null>();
async function openedReader(dialect: Dialect): Promise<SqlReader | null> {
  const reader = opened.get(dialect) ?? readerOf(await engineOf(dialect), parsers());
  opened.set(dialect, reader);
  return reader;
}

describe.each(readable)('names in the expressions of users, read by the parser of %s', (dialect) => {
  let reader: SqlReader | null;
  beforeAll(async () => {
    reader = await openedReader(dialect);
  });

  const verdict = async (sql: string): Promise<string> => {
    if (!reader) throw new Error(`Nothing reads ${dialect}.`);
    const written = {
      kind: 'expression',
      sql,
      from: quote('sales', dialect),
      names: { columns, source: 'sales' },
    } as const;
    try {
      const allowed = {
        grammar: dialects[dialect].grammar,
        isExact: dialect === 'clickhouse' || dialect === 'postgresql',
      };
      assertReading(
        written,
        await reader.read(written, { signal: new AbortController().signal }),
        allowed,
        reader.closed,
      );
      return 'good';
    } catch (error) {
      return isAppError(error, 'invalid_sql_clause') || isAppError(error, 'source_column_missing')
        ? error.params.reason
        : String(error);
    }
  };
  const forms = (all: Forms): readonly string[] => [...(all.every ?? []), ...(all[dialect] ?? [])];

  test('[attack 83] what the dataset lacks cannot be named anywhere in an expression, in no spelling', async () => {
    const passed: string[] = [];
    const spellings = hidden(dialect);
    // Every place with some spellings, and every spelling in some places.
    const pairs = forms(places).flatMap((form, at) =>
      (at < 3
        ? spellings
        : (dialect === 'mysql' ? [0] : some([0, 1, 2], 1)).map((n) => spellings[(at + n * 3) % spellings.length] ?? '')
      ).map((name) => ({ form, name })),
    );
    for (const { form, name } of pairs) {
      const sql = form.replaceAll('§', () => name);
      if ((await verdict(sql)) === 'good') passed.push(sql);
    }
    expect(passed).toEqual([]);
  });

  test('what it has can, in every spelling', async () => {
    const refused: string[] = [];
    const spellings = known(dialect);
    const pairs = forms(places).flatMap((form, at) =>
      (at < 3 ? spellings : [spellings[at % spellings.length] ?? '']).map((name) => ({ form, name })),
    );
    for (const { form, name } of pairs) {
      const sql = form.replaceAll('§', () => name);
      const found = await verdict(sql);
      if (/no column/.test(found)) refused.push(`${sql} → ${found}`);
    }
    expect(refused).toEqual([]);
  });

  test('[attack 83] whole rows and lists of columns cannot stand for one', async () => {
    const passed: string[] = [];
    for (const sql of forms(rows)) if ((await verdict(sql)) === 'good') passed.push(sql);
    expect(passed).toEqual([]);
  });
});

test('words of the language, units, types, clocks and parameters of lambdas are no columns', async () => {
  const good: Forms = {
    duckdb: [
      'list_transform([1, 2], x -> x + id)',
      'list_filter([1], secret -> secret > id)',
      'id + EXTRACT(year FROM ts)',
      'CURRENT_DATE',
      "ts + INTERVAL '1 day'",
      'current_timestamp',
      'list_reduce([1], (s, x) -> s + x)',
    ],
    postgresql: [
      'CURRENT_DATE',
      'LOCALTIMESTAMP',
      "interval '1 day' + ts",
      'EXTRACT(epoch FROM ts)',
      "ts AT TIME ZONE 'UTC'",
      'id::numeric(10,2)',
      'region COLLATE "C"',
    ],
    mysql: [
      'TIMESTAMPDIFF(DAY, ts, ts)',
      'TIMESTAMPADD(MONTH, 1, ts)',
      'CURRENT_DATE',
      'ts + INTERVAL 1 DAY',
      'UTC_DATE',
      'CAST(id AS SIGNED)',
      'CONVERT(region USING utf8mb4)',
      'EXTRACT(YEAR FROM ts)',
      'LOCALTIME',
    ],
    trino: [
      'transform(list, secret -> secret + id)',
      'reduce(list, 0, (s, x) -> s + x, s -> s)',
      "ts + interval '1' day",
      'current_date',
      'CAST(id AS row(secret bigint))',
      "ts AT TIME ZONE 'UTC'",
    ],
    sqlite: ['CURRENT_TIMESTAMP', "strftime('%Y', ts)", 'CAST(id AS INTEGER)'],
    clickhouse: [
      'arrayMap(secret -> secret + id, list)',
      'arrayMap((x, y) -> x + y, list, list)',
      'toStartOfInterval(ts, INTERVAL 5 MINUTE)',
      'CAST(id AS Decimal(10, 2))',
    ],
  };
  for (const dialect of readable) {
    const reader = await openedReader(dialect);
    for (const sql of good[dialect] ?? []) {
      const written = {
        kind: 'expression',
        sql,
        from: quote('sales', dialect),
        names: { columns, source: 'sales' },
      } as const;
      const read = await reader?.read(written, { signal: new AbortController().signal });
      const allowed = {
        grammar: dialects[dialect].grammar,
        isExact: dialect === 'clickhouse' || dialect === 'postgresql',
      };
      expect(() => read && assertReading(written, read, allowed, null)).not.toThrow();
    }
  }
});
