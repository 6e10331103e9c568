import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { positionAt } from '@tessera/core/text-position';
import { dialects } from '@tessera/query/dialects/registry';
import { checkExpression } from '@tessera/query/sql-safety/check';
import type { WrittenSql } from '@tessera/query/structured-query';
import { findClickhouse } from '../../testing/engines/clickhouse.ts';
import { sqlReaders } from '../../testing/sql-readers.ts';
import type { EngineContext } from '../drivers/driver.ts';
import type { Engine } from '../engine.ts';
import { createSqlParsers, type SqlParsers } from './parsers.ts';
import { withVerification } from './verify.ts';
import type { SqlReader } from './reader.ts';
import { assertReading, type Allowed, type SqlRead } from './reading.ts';
import { readerOf } from './readers.ts';
import { good, bad } from '../../testing/read-texts.ts';

/**
 * The second reader alone: nothing here has passed the first one, which refuses nearly all of the attacks before. Each
 * dialect is read by what really reads it: the engine itself, or the library that stands for its parser.
 */
const {
  parsers: parsersOf,
  context: contextOf,
  engineOf,
} = sqlReaders(
  [
    'CREATE TABLE t (a INTEGER, b INTEGER, c INTEGER, num INTEGER, name VARCHAR, ts TIMESTAMP, "user id" INTEGER)',
    'CREATE TABLE others (secret VARCHAR, n INTEGER)',
  ],
  [
    'CREATE TABLE t (a Int32, b Int32, num Int32, name String) ENGINE = Memory',
    'CREATE TABLE others (secret String, n Int32) ENGINE = Memory',
  ],
);
let parsers: SqlParsers;
let context: EngineContext;
beforeAll(() => {
  parsers = parsersOf();
  context = contextOf();
});

const allowedOf = (name: string): Allowed => ({
  grammar: dialects[name as keyof typeof dialects].grammar,
  isExact: name === 'postgresql' || name === 'clickhouse',
});

const readable = Object.keys(dialects).filter((name) => name !== 'clickhouse' || findClickhouse() !== null);

describe.each(readable)('what users write, read by the parser of %s', (name) => {
  let reader: SqlReader | null;
  beforeAll(async () => {
    reader = readerOf(await engineOf(name), parsers);
  });

  const verdict = async (written: WrittenSql): Promise<string> => {
    if (!reader) throw new Error(`Nothing reads ${name}.`);
    try {
      assertReading(
        written,
        await reader.read(written, { signal: new AbortController().signal }),
        allowedOf(name),
        reader.closed,
      );
      return 'good';
    } catch (error) {
      return error instanceof AppError ? `${error.code}: ${error.message}` : String(error);
    }
  };
  const placeIn = async (written: WrittenSql): Promise<unknown> => {
    try {
      if (reader)
        assertReading(
          written,
          await reader.read(written, { signal: new AbortController().signal }),
          { grammar: { ...dialects.duckdb.grammar, functions: new Set() }, isExact: false },
          reader.closed,
        );
      return 'good';
    } catch (error) {
      return isAppError(error, 'invalid_sql_clause') ? error.params.position : error;
    }
  };
  const expression = (sql: string) => verdict({ kind: 'expression', sql, from: 't' });

  test('expressions of every kind are one value to it', async () => {
    const refused: string[] = [];
    for (const sql of [...(good['every'] ?? []), ...(good[name] ?? [])]) {
      const found = await expression(sql);
      if (found !== 'good') refused.push(`${sql} → ${found}`);
    }
    expect(refused).toEqual([]);
  });

  test('[8.6-01] [attack 23] [attack 26] what reads more than its source is refused by it alone', async () => {
    const passed: string[] = [];
    for (const sql of [...(bad['every'] ?? []), ...(bad[name] ?? [])]) {
      const found = await expression(sql);
      if (!/^(invalid_sql_clause|adhoc_subquery|statement_refused|source_\w+|database_error)\b/.test(found))
        passed.push(`${sql} → ${found}`);
    }
    expect(passed).toEqual([]);
  });

  test('[8.6-01] what it cannot read is reported with the place, in the text as it was written', async () => {
    for (const sql of ["COALESCE('é😀', a,\n 'ü😀', , b)", "COALESCE('é😀', , b)"]) {
      const read = await reader?.read({ kind: 'expression', sql, from: 't' }, { signal: new AbortController().signal });
      const told = await placeIn({ kind: 'expression', sql, from: 't' });
      // The parsers of these three are the databases' own, and say where they stop.
      const tells = ['duckdb', 'postgresql', 'clickhouse'].includes(name);
      expect([read?.ok, told]).toEqual([
        false,
        tells ? { ...positionAt(sql, sql.indexOf(', b')), in: 'expression' } : undefined,
      ]);
    }
  });

  test('a rule of an administrator may ask other tables, and ends where its text does', async () => {
    expect(
      await verdict({
        kind: 'rule',
        sql: name === 'clickhouse' ? 'a IN (SELECT n FROM others)' : 'a IN (SELECT n FROM others WHERE n > 1)',
        from: 't',
      }),
    ).toBe('good');
    expect(await verdict({ kind: 'rule', sql: 'a = 1) OR (1 = 1', from: 't' })).toMatch(/^invalid_sql_clause/);
  });
});

test.each(['postgresql', 'trino'] as const)(
  '[8.6-01] [attack 23] no text that our reader lets through reads a table to %s, however it is put together',
  async (dialect) => {
    const { grammar } = dialects[dialect];
    const words = [
      'a',
      'b',
      '1',
      "'x'",
      '"q"',
      '(',
      ')',
      ',',
      'SUM(',
      'COUNT(*)',
      '(SELECT',
      'FROM others',
      'others',
      'IN',
      '(a)',
      'CASE WHEN',
      'THEN',
      'END',
      'OR',
      '=',
      '-',
      '||',
      'CAST(',
      'AS',
      'OVER (',
      'FILTER (WHERE',
      'LIKE',
      'EXTRACT(',
      'TRIM(BOTH',
      'FROM',
      '.',
      '*',
      'TABLE',
      'VALUES',
      'ANY',
      'ALL',
      'ARRAY',
      'INTERVAL',
      'ROW',
      'EXISTS',
      'WITH',
      'UNION',
      'AT TIME ZONE',
      'ESCAPE',
      '--c\n',
      '/*c*/',
      'E',
      "E'a\\'b'",
      "'\\'",
      'null',
      'LIMIT 1',
    ];
    const own = createSqlParsers(join(context.processFolder, 'sql-parser-worker.mjs'), 60_000);
    const reading: string[] = [];
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }), async (chosen) => {
        let text: string;
        try {
          text = checkExpression(chosen.join(' '), grammar);
        } catch {
          return;
        }
        const read = await own.read(dialect, `SELECT ${text}`, { signal: new AbortController().signal });
        if (read.ok && read.reading.tables.length + read.reading.tableFunctions.length > 0) reading.push(text);
      }),
      { numRuns: runs(3000) },
    );
    expect(reading).toEqual([]);
    await own.close();
  },
);

test('[attack 29] SQL of a dialect that nothing reads is refused, whoever wrote it', async () => {
  const ran: string[] = [];
  const engine = withVerification(
    { dialect: 'sqlite', run: async () => void ran.push('run') } as unknown as Engine,
    null,
  );
  const options = { signal: new AbortController().signal, timeoutMs: 30_000, maxRows: 1 };
  await expect(
    engine.run({ text: 'x', parameters: [], written: [{ kind: 'expression', sql: 'a', from: 't' }] }, options),
  ).rejects.toMatchObject({ code: 'statement_refused' });
  await engine.run({ text: 'x', parameters: [], written: [] }, options);
  expect(ran).toEqual(['run']);
});

test('a text is read once, however often it runs; one that was refused is read again and shown', async () => {
  const asked: string[] = [];
  const reader: SqlReader = {
    closed: null,
    read: async ({ sql }) => {
      asked.push(sql);
      return {
        ok: true,
        reading: { isQuery: true, isValue: sql === 'a', functions: [], tableFunctions: [], tables: [], columns: [] },
      };
    },
  };
  const engine = withVerification({ dialect: 'sqlite', run: async () => null } as unknown as Engine, reader);
  const run = (sql: string, kind: 'expression' | 'rule' = 'expression') =>
    engine
      .run(
        { text: 'x', parameters: [], written: [{ kind, sql, from: 't' }] },
        { signal: new AbortController().signal, timeoutMs: 30_000, maxRows: 1 },
      )
      .then(
        () => 'ran',
        (error: AppError) => error.message,
      );
  const refused = 'Invalid SQL clause: the database reads it as something else than one value';
  expect([await run('a'), await run('a'), await run('b c'), await run('b c')]).toEqual([
    'ran',
    'ran',
    `${refused}, in: b c`,
    `${refused}, in: b c`,
  ]);
  expect(await run('d e', 'rule')).toBe(refused);
  expect(asked).toEqual(['a', 'b c', 'b c', 'd e']);
});

test('a text is not cached as another one, wherever its lines break', async () => {
  const asked: string[] = [];
  const reader: SqlReader = {
    closed: null,
    needsSource: true,
    read: async ({ sql }) => {
      asked.push(sql);
      return {
        ok: true,
        reading: { isQuery: true, isValue: true, functions: [], tableFunctions: [], tables: [], columns: [] },
      };
    },
  };
  const engine = withVerification({ dialect: 'sqlite', run: async () => null } as unknown as Engine, reader);
  const run = (sql: string, from: string) =>
    engine.run(
      { text: 'x', parameters: [], written: [{ kind: 'expression', sql, from }] },
      { signal: new AbortController().signal, timeoutMs: 30_000, maxRows: 1 },
    );
  for (const [sql, from] of [
    ['a', 'b\nc'],
    ['a\nb', 'c'],
    ['a', 'c'],
  ] as const)
    await run(sql, from);
  expect(asked).toEqual(['a', 'a\nb', 'a']);
});

test('[attack 24] [attack 25] [attack 26] the query of a dataset is checked by its tree', async () => {
  const verdict = async (dialect: string, sql: string) => {
    const reader = readerOf({ dialect } as Engine, parsers);
    try {
      assertReading(
        { kind: 'query', sql },
        (await reader?.read({ kind: 'query', sql }, { signal: new AbortController().signal })) ?? {
          ok: false,
          why: 'gave_up',
          reason: '',
        },
        { grammar: { ...dialects.duckdb.grammar, functions: new Set() }, isExact: false },
        reader?.closed ?? null,
      );
      return 'good';
    } catch (error) {
      return error instanceof AppError ? error.code : String(error);
    }
  };
  const open = [
    'SELECT a, sum(b) FROM t JOIN s.u ON t.x = u.x GROUP BY a',
    'WITH x AS (SELECT 1 AS a) SELECT * FROM x',
    '(SELECT 1) UNION ALL (SELECT 2)',
    'VALUES (1), (2)',
    'TABLE t',
  ];
  for (const dialect of ['postgresql', 'trino'])
    expect([dialect, ...(await Promise.all(open.map((sql) => verdict(dialect, sql))))]).toEqual([
      dialect,
      ...open.map(() => 'good'),
    ]);
  const closed: Readonly<Record<string, readonly string[]>> = {
    postgresql: [
      'WITH x AS (DELETE FROM t RETURNING *) SELECT * FROM x',
      'SELECT a INTO y FROM t',
      'SELECT a FROM t FOR UPDATE',
      'SELECT "pg_read_file"(\'x\')',
      'SELECT query FROM pg_stat_activity',
      'SELECT * FROM pg_catalog."pg_settings"',
      'SELECT * FROM pg_stat_get_activity(NULL)',
      'SELECT (pg_stat_get_activity(NULL)).query',
      'SELECT pg_stat_get_backend_activity(1)',
      'SELECT query FROM pg_stat_statements(true)',
      'SELECT * FROM pg_cursor()',
      'SELECT pg_stat_reset()',
      "SELECT ts_rewrite('a'::tsquery, 'SELECT t, s FROM x')",
      "SELECT * FROM pg_ls_dir('/')",
      'SELECT query FROM ext.pg_stat_statements(true)',
      "SELECT * FROM public.dblink('host=x', 'SELECT 1') AS x(a int)",
      'SELECT db.pg_catalog.pg_sleep(1)',
      'SELECT "Ext"."DBLINK"(1)',
      'COPY t TO PROGRAM $$id$$',
      'DO $$ BEGIN END $$',
      'EXPLAIN ANALYZE DELETE FROM t',
      'SET ROLE x',
      'SELECT 1; SELECT 2',
    ],
    mysql: [
      "SELECT a INTO OUTFILE '/x' FROM t",
      'SELECT a FROM t FOR UPDATE',
      "SELECT load_file('x')",
      'SELECT x.load_file(1)',
      'SELECT * FROM mysql.user',
      'SELECT * FROM `performance_schema`.threads',
      'DELETE FROM t',
      'SELECT 1; SELECT 2',
      'CALL x()',
      'SET @a = 1',
      'SELECT info FROM information_schema.processlist',
    ],
    trino: [
      "SELECT * FROM TABLE(pg.system.query(query => 'x'))",
      'SELECT * FROM system.runtime.queries',
      'DELETE FROM t',
      'INSERT INTO t SELECT 1',
      'EXPLAIN ANALYZE SELECT 1',
      'SELECT a.b.raw_query(1)',
      'SELECT * FROM "system".metadata.catalogs',
      'CALL x.y()',
    ],
  };
  for (const [dialect, texts] of Object.entries(closed))
    for (const sql of texts)
      expect(`${dialect}: ${sql} → ${await verdict(dialect, sql)}`).toBe(
        `${dialect}: ${sql} → ` +
          `${/^(WITH x AS \()?(DELETE|INSERT)/.test(sql) ? 'statement_writes' : 'statement_refused'}`,
      );
});

describe('a parser in a thread of its own', () => {
  const { signal } = new AbortController();
  const script = () => join(context.processFolder, 'sql-parser-worker.mjs');
  const heavy = `SELECT ${'CASE WHEN ('.repeat(400)}a${') THEN 1 END'.repeat(400)}`;

  test('a text that is more than it can take is given up, and the next one is read', async () => {
    const own = createSqlParsers(script(), 1_500);
    expect(await own.read('mysql', heavy, { signal })).toEqual({
      ok: false,
      why: 'gave_up',
      reason: 'reading it takes longer than 1.5 seconds',
    });
    expect(await own.read('postgresql', 'SELECT 1', { signal })).toMatchObject({
      ok: true,
      reading: { isValue: true },
    });
    await own.close();
  });

  test('[attack 29] the query of a dataset that it gave up is not run, however often it is asked for', async () => {
    const own = createSqlParsers(script(), 200);
    const ran: string[] = [];
    const engine = { dialect: 'mysql', run: async () => void ran.push('run') } as unknown as Engine;
    const read = {
      own: withVerification(engine, readerOf(engine, own)),
      patient: withVerification(engine, readerOf(engine, parsers)),
    };
    const run = (by: keyof typeof read, sql: string) =>
      read[by].run(
        { text: sql, parameters: [], written: [{ kind: 'query', sql }] },
        { signal, timeoutMs: 60_000, maxRows: 1 },
      );
    for (const _ of [1, 2])
      await expect(run('own', heavy)).rejects.toMatchObject({
        code: 'statement_refused',
        params: { reason: 'The SQL cannot be read: reading it takes longer than 0.2 seconds.' },
      });
    expect(ran).toEqual([]);
    // What a parser only does not understand, the database says.
    await run('patient', 'SELECT a FROM t WHERE');
    expect(ran).toEqual(['run']);
    await own.close();
  });

  test('whoever waits for a slot may leave, and the time of a query goes on meanwhile', async () => {
    const own = createSqlParsers(script(), 3_000);
    // The heavy text takes its thread along; in the next one this parser is there, and quick, from the start.
    const engine = { dialect: 'postgresql', run: async () => 'ran' } as unknown as Engine;
    const read = withVerification(engine, readerOf(engine, own));
    const run = (sql: string, asked: AbortSignal, timeoutMs: number) =>
      read.run(
        { text: sql, parameters: [], written: [{ kind: 'query', sql }] },
        { signal: asked, timeoutMs, maxRows: 1 },
      );
    const ends: string[] = [];
    const told = (name: string, promise: Promise<unknown>) =>
      promise.then(
        () => ends.push(name),
        (error: AppError) => ends.push(`${name} ${error.code}`),
      );
    const leaver = new AbortController();
    const all = [
      told('heavy', own.read('mysql', heavy, { signal })),
      told('hasty', run('SELECT 1', signal, 20)),
      told('leaver', run('SELECT 2', leaver.signal, 30_000)),
      told('patient', run('SELECT 2', signal, 30_000)),
    ];
    await all[1];
    leaver.abort();
    await Promise.all(all);
    // The last two shared one reading, which was the leaver's.
    expect(ends).toEqual(['hasty query_timeout', 'leaver query_cancelled', 'heavy', 'patient']);
    await own.close();
  });

  test('a query of many texts waits for them all without a warning', async () => {
    const warnings: string[] = [];
    const hear = (warning: Error) => void warnings.push(warning.message);
    process.on('warning', hear);
    const engine = { dialect: 'postgresql', run: async () => 'ran' } as unknown as Engine;
    const texts = Array.from(
      { length: 20 },
      (_, index) => ({ kind: 'expression', sql: `a + ${index}`, from: 't' }) as const,
    );
    expect(
      await withVerification(engine, readerOf(engine, parsers)).run(
        { text: 'x', parameters: [], written: texts },
        { signal, timeoutMs: 60_000, maxRows: 1 },
      ),
    ).toBe('ran');
    process.off('warning', hear);
    expect(warnings).toEqual([]);
  });

  test('a thread that cannot be started blames nobody', async () => {
    const own = createSqlParsers(join(context.processFolder, 'no-such-script.mjs'));
    await expect(own.read('mysql', 'SELECT 1', { signal })).rejects.toMatchObject({ code: 'unavailable' });
  });
});

test('charts of one dataset that come together share one reading of its query', async () => {
  const asked: string[] = [];
  let answer = (_: SqlRead): void => undefined;
  const reader: SqlReader = {
    closed: null,
    read: ({ sql }) => {
      asked.push(sql);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  };
  const engine = withVerification({ dialect: 'sqlite', run: async () => 'ran' } as unknown as Engine, reader);
  const run = () =>
    engine.run(
      { text: 'x', parameters: [], written: [{ kind: 'query', sql: 'SELECT a FROM t' }] },
      { signal: new AbortController().signal, timeoutMs: 30_000, maxRows: 1 },
    );
  const both = Promise.all([run(), run()]);
  await expect.poll(() => asked).toEqual(['SELECT a FROM t']);
  answer({
    ok: true,
    reading: { isQuery: true, isValue: false, functions: [], tableFunctions: [], tables: [], columns: [] },
  });
  expect([await both, await run(), asked]).toEqual([['ran', 'ran'], 'ran', ['SELECT a FROM t']]);
});
