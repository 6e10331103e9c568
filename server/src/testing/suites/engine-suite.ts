import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isSourceError } from '@tessera/core/errors/source-error';
import { runs } from '@tessera/core/fixtures/runs';
import { cellAt } from '@tessera/core/table';
import { positionAt } from '@tessera/core/text-position';
import type { Bound, CompiledQuery } from '@tessera/query/structured-query';
import type { Connection } from '../../engines/drivers/driver.ts';
import type { Engine, RunOptions } from '../../engines/engine.ts';
import { wrongIntegers } from '../engines/big-integers.ts';
import { codeOf } from '../code-of.ts';

/** One real database under test. The statements of `setup` have run before; the suite reads only. */
export type EngineCase = {
  readonly engine: Engine;
  /** Open the same database once more, for tests that close or break it. */
  readonly open: (change?: Partial<Connection>) => Engine;
  /** A statement that runs for minutes and needs no table. */
  readonly endless: string;
  /** `SELECT i FROM numbers 0 … n-1`. */
  readonly numbers: (n: number) => string;
  /** `SELECT i, t FROM numbers 0 … n-1`, where each `t` is a text of `heavyMb` million characters. */
  readonly heavy: (n: number) => string;
  readonly heavyMb: number;
  readonly placeholder: (n: number) => string;
  /** Result of `typedSelect`: column → kind and cell. */
  readonly typed: { readonly sql: string; readonly want: Readonly<Record<string, readonly [string, unknown]>> };
  /** Statements that must be refused before anything is read, written or changed. */
  readonly closed: readonly string[];
  /** Break what runs behind the engine; the next query must work. */
  readonly restart: (engine: Engine) => Promise<void>;
  /** Queries that contain this text and run, as the database itself says; for a file, the processes at work. */
  readonly activity: (marker: string) => Promise<number>;
  /** Processes that outlive the queries that are cancelled in them. */
  readonly processes?: () => readonly number[];
  /** A query with two result columns of one name; a database may accept it in this form only. */
  readonly equalNames?: string;
  /** The hostile table's name as this database keeps it; it may know no capitals. */
  readonly hostileTable?: string;
  /** What tables of this database cannot have. */
  readonly lacks?: readonly ('primary_keys' | 'indexes' | 'unique_indexes' | 'foreign_keys')[];
  readonly catalogs: readonly string[];
  /** Tables of the setup by what partitions them; left out by databases without partitions. */
  readonly partitioned?: Readonly<Record<string, readonly string[]>>;
  /** Name of the materialized view of the setup, where the database has such. */
  readonly materialized?: string;
  readonly cleanUp: () => Promise<void>;
};

/**
 * The tables that every case makes: `people` (key, comment-free), `orders` (refers to it), `paid` (view), a hostile
 * name.
 */
export const HOSTILE_TABLE = `we"ird 'table'; DROP--`;
export const HOSTILE_COLUMN = `col"umn ; '`;
export const setupStatements = (types: {
  readonly text: string;
  readonly integer: string;
  readonly decimal: string;
  readonly timestamp: string;
}): readonly string[] => [
  `CREATE TABLE people (id ${types.integer} PRIMARY KEY, name ${types.text} NOT NULL)`,
  `CREATE TABLE orders (id ${types.integer} PRIMARY KEY, person_id ${types.integer}, amount ${types.decimal}, ` +
    `ordered_at ${types.timestamp}, FOREIGN KEY (person_id) REFERENCES people(id))`,
  'CREATE UNIQUE INDEX people_name ON people (name)',
  "INSERT INTO people VALUES (1, 'Ana'), (2, 'Bo')",
  "INSERT INTO orders VALUES (1, 1, 10.5, '2024-01-01 00:00:00'), (2, 1, 20.25, '2024-02-01 12:30:00'), (3, 2, " +
    'NULL, NULL)',
  'CREATE VIEW paid AS SELECT * FROM orders WHERE amount IS NOT NULL',
  `CREATE TABLE "${HOSTILE_TABLE.replaceAll('"', '""')}" ("${HOSTILE_COLUMN.replaceAll('"', '""')}" ${types.integer})`,
  `INSERT INTO "${HOSTILE_TABLE.replaceAll('"', '""')}" VALUES (7)`,
];

const signal = () => new AbortController().signal;
const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  signal: signal(),
  timeoutMs: 20_000,
  maxRows: 1000,
  ...more,
});
const query = (text: string, ...values: readonly (string | number | bigint | boolean | null)[]): CompiledQuery => ({
  text,
  parameters: values.map((value): Bound => ({ kind: 'value', value })),
  written: [],
});

/** What every driver owes, on the real database. */
export function engineSuite(name: string, prepare: () => Promise<EngineCase>): void {
  describe(`engine ${name}`, () => {
    let kase: EngineCase;
    beforeAll(async () => {
      kase = await prepare();
    });
    afterAll(async () => {
      await kase.engine.close();
      await kase.cleanUp();
    });
    const run = (text: string, ...values: readonly (string | number | bigint | boolean | null)[]) =>
      kase.engine.run(query(text, ...values), options());

    test('types keep their values: big integers, exact decimals, times as UTC milliseconds', async () => {
      const { table } = await run(kase.typed.sql);
      const seen = Object.fromEntries(
        [...table.columns.values()].map((column) => [column.name, [column.kind, cellAt(column, 0)]]),
      );
      expect(seen).toEqual(kase.typed.want);
      // The second row is all nulls.
      expect([...table.columns.values()].filter((column) => cellAt(column, 1) !== null)).toEqual([]);
    });

    test('parameters are bound, never spliced', async () => {
      const hostile = "x'; DROP TABLE people; --";
      const { table } = await run(
        `SELECT COUNT(*) AS n FROM people WHERE name = ${kase.placeholder(1)} OR id = ${kase.placeholder(2)}`,
        hostile,
        2,
      );
      expect(cellAt(table.columns.get('n') ?? fail('no column'), 0)).toBe(1);
    });

    test('integers beyond 2^53 and beyond 64 bits are compared and reported to the last digit', async () => {
      expect(await wrongIntegers(kase.engine)).toEqual([]);
    });

    test('equal names in a result stay two columns', async () => {
      const { table } = await run(kase.equalNames ?? 'SELECT 1 AS a, 2 AS a');
      expect([...table.columns.keys()]).toEqual(['a', 'a_1']);
    });

    test('an empty result has its columns', async () => {
      const { table, truncated } = await run('SELECT id, name FROM people WHERE 1 = 0');
      expect({ names: [...table.columns.keys()], rows: table.rowCount, truncated }).toEqual({
        names: ['id', 'name'],
        rows: 0,
        truncated: false,
      });
    });

    test('maxRows stops reading and says so; exactly as many rows is whole', async () => {
      const cut = await kase.engine.run(query(kase.numbers(50)), options({ maxRows: 20 }));
      const whole = await kase.engine.run(query(kase.numbers(20)), options({ maxRows: 20 }));
      expect([cut.table.rowCount, cut.truncated, whole.table.rowCount, whole.truncated]).toEqual([20, true, 20, false]);
    });

    test('rows stream in batches of at most 10 000, in order, the last one marked', async () => {
      const all = runs(1_000_000);
      let rows = 0;
      let sum = 0;
      let largest = 0;
      let lasts = 0;
      for await (const batch of kase.engine.stream(
        query(kase.numbers(all)),
        options({ maxRows: 2_000_000, timeoutMs: 60_000 }),
      )) {
        const values = [...batch.table.columns.values()][0]?.values;
        expect(Number(values?.[0])).toBe(rows);
        rows += batch.table.rowCount;
        largest = Math.max(largest, batch.table.rowCount);
        for (const value of values ?? []) sum += Number(value);
        if (batch.isLast) lasts += 1;
      }
      expect({ rows, sum, lasts }).toEqual({ rows: all, sum: (all * (all - 1)) / 2, lasts: 1 });
      expect(largest).toBeLessThanOrEqual(10_000);
    });

    test('[F15] a result that is too large is refused while others go on', async () => {
      const before = process.memoryUsage.rss();
      let most = 0;
      const looking = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20);
      const bystander = kase.engine.run(query(kase.numbers(300_000)), options({ maxRows: 300_000, timeoutMs: 60_000 }));
      const refused = await codeOf(
        kase.engine.run(query(kase.heavy(100)), options({ maxBytes: 64 * 1024 * 1024, timeoutMs: 60_000 })),
      );
      expect(['result_too_large', 'engine_memory']).toContain(refused);
      expect((await bystander).table.rowCount).toBe(300_000);
      clearInterval(looking);
      expect((most - before) / 1024 / 1024).toBeLessThan(700);
      expect((await run('SELECT 1 AS one')).table.rowCount).toBe(1);
    });

    test('heavy rows stream in chunks that are small, all of them, in order', async () => {
      const heavy = Math.min(12, Math.floor(100 / kase.heavyMb) + 4);
      const seen: number[] = [];
      let largest = 0;
      for await (const batch of kase.engine.stream(query(kase.heavy(heavy)), options({ timeoutMs: 60_000 }))) {
        const [first, second] = [...batch.table.columns.values()];
        seen.push(...Array.from(first?.values ?? [], Number));
        largest = Math.max(
          largest,
          Array.from(second?.values ?? [], (text) => (typeof text === 'string' ? text.length : 0)).reduce(
            (sum, length) => sum + length,
            0,
          ),
        );
      }
      expect(seen).toEqual(Array.from({ length: heavy }, (_, row) => row));
      expect(largest / 1e6).toBeLessThanOrEqual(Math.max(16, kase.heavyMb * 4));
    });

    test('leaving a stream early stops it, and the engine goes on', async () => {
      for await (const batch of kase.engine.stream(query(kase.numbers(5_000_000)), options({ maxRows: 5_000_000 }))) {
        expect(batch.table.rowCount).toBeGreaterThan(0);
        break;
      }
      expect((await run('SELECT 1 AS one')).table.rowCount).toBe(1);
    });

    test('abort cancels in the database itself', async () => {
      const controller = new AbortController();
      const running = codeOf(kase.engine.run(query(kase.endless), options({ signal: controller.signal })));
      await hasBegun(kase);
      controller.abort();
      // At the end of its time it would be a timeout.
      expect(await running).toBe('query_cancelled');
      await expect.poll(() => kase.activity(kase.endless)).toBe(0);
      expect((await run('SELECT 1 AS one')).table.rowCount).toBe(1);
    });

    test('cancelled at any moment, a query is never a success, and nothing is left behind', async () => {
      const leave = new AbortController();
      const bystander = codeOf(kase.engine.run(query(kase.endless), options({ signal: leave.signal })));
      for (const delay of [0, 0, 1, 1, 2, 3, 5, 8, 20, 60, 150]) {
        const controller = new AbortController();
        const running = codeOf(kase.engine.run(query(kase.endless), options({ signal: controller.signal })));
        await wait(delay);
        controller.abort();
        expect(await running).toBe('query_cancelled');
      }
      expect(await codeOf(kase.engine.run(query('SELECT 1'), options({ signal: AbortSignal.abort() })))).toBe(
        'query_cancelled',
      );
      await expect.poll(() => kase.activity(kase.endless)).toBe(1);
      const processes = kase.processes?.();
      leave.abort();
      expect(await bystander).toBe('query_cancelled');
      // A process comes to rest when every query in it has obeyed, or is ended when one does not.
      await expect.poll(() => kase.activity(kase.endless)).toBe(0);
      expect(kase.processes?.()).toEqual(processes);
      expect((await run('SELECT 1 AS one')).table.rowCount).toBe(1);
    });

    test('a query beyond its time is stopped', async () => {
      expect(await codeOf(kase.engine.run(query(kase.endless), options({ timeoutMs: 700 })))).toBe('query_timeout');
    });

    test('a slow query does not hold up a quick one', async () => {
      const controller = new AbortController();
      const slow = codeOf(kase.engine.run(query(kase.endless), options({ signal: controller.signal })));
      await hasBegun(kase);
      expect((await run('SELECT 1 AS one')).table.rowCount).toBe(1);
      controller.abort();
      expect(await slow).toBe('query_cancelled');
    });

    test('introspection: catalogs, schemas, tables, views, columns, keys, indexes, partitions', async () => {
      const { engine } = kase;
      expect(await engine.catalogs(signal())).toEqual(kase.catalogs);
      expect(await engine.schemas(null, signal())).toContain(engine.defaultSchema);
      const tables = await engine.tables(null, engine.defaultSchema, signal());
      expect(tables).toEqual(
        expect.arrayContaining([
          { name: 'people', kind: 'table' },
          { name: 'paid', kind: 'view' },
          { name: kase.hostileTable ?? HOSTILE_TABLE, kind: 'table' },
        ]),
      );
      expect(tables.filter(({ name }) => name.startsWith('.'))).toEqual([]);
      const every = await engine.everyTable(null, { limit: 1000, offset: 0 }, signal());
      const own = every.filter(({ schema }) => schema === engine.defaultSchema);
      expect(own.map(({ name, kind }) => ({ name, kind }))).toEqual(expect.arrayContaining([...tables]));
      expect(await engine.everyTable(null, { limit: 2, offset: 1 }, signal())).toEqual(every.slice(1, 3));
      expect(tables.filter(({ kind }) => kind === 'materialized_view').map(({ name }) => name)).toEqual(
        kase.materialized === undefined ? [] : [kase.materialized],
      );
      const people = await engine.details({ catalog: null, schema: engine.defaultSchema, table: 'people' }, signal());
      expect(people.columns.map((column) => column.name)).toEqual(['id', 'name']);
      const has = (what: NonNullable<EngineCase['lacks']>[number]) => kase.lacks?.includes(what) !== true;
      expect(people.columns[1]?.nullable).toBe(false);
      expect(people.primaryKey).toEqual(has('primary_keys') ? ['id'] : []);
      expect(people.indexes.find((index) => index.name === 'people_name')).toEqual(
        has('indexes') ? { name: 'people_name', columns: ['name'], unique: has('unique_indexes') } : undefined,
      );
      const orders = await engine.details({ catalog: null, schema: engine.defaultSchema, table: 'orders' }, signal());
      if (has('foreign_keys'))
        expect(orders.foreignKeys[0]).toMatchObject({
          columns: ['person_id'],
          referredTable: 'people',
          referredColumns: ['id'],
        });
      else expect(orders.foreignKeys).toEqual([]);
      const hostile = await engine.details(
        { catalog: null, schema: engine.defaultSchema, table: kase.hostileTable ?? HOSTILE_TABLE },
        signal(),
      );
      expect(hostile.columns.map((column) => column.name)).toEqual([HOSTILE_COLUMN]);
      expect(
        (await engine.details({ catalog: null, schema: engine.defaultSchema, table: 'absent' }, signal())).columns,
      ).toEqual([]);
      for (const [table, partitionedBy] of Object.entries({ people: [], ...kase.partitioned }))
        expect([
          table,
          (await engine.details({ catalog: null, schema: engine.defaultSchema, table }, signal())).partitionedBy,
        ]).toEqual([table, partitionedBy]);
    });

    test('describe names the columns of a query', async () => {
      const columns = await kase.engine.describe('SELECT id, name AS who FROM people', signal());
      expect(columns.map((column) => column.name)).toEqual(['id', 'who']);
      expect(await codeOf(kase.engine.describe('SELECT nothing_here FROM people', signal()))).toBe(
        'source_column_missing',
      );
    });

    test('what a query costs is estimated without running it, where the database estimates', async () => {
      const { engine } = kase;
      if (!engine.estimate) {
        expect(['duckdb', 'sqlite']).toContain(engine.dialect);
        return;
      }
      const estimate = await engine.estimate(
        query(
          `SELECT person_id, COUNT(*) AS n FROM orders WHERE ${kase.placeholder(1)} <> 'y' GROUP BY person_id`,
          "x'",
        ),
        signal(),
      );
      const { rowsRead, bytesRead, rowsReturned, cost } = estimate;
      const told =
        { postgresql: [rowsReturned, cost], mysql: [rowsRead], trino: [rowsRead, bytesRead], clickhouse: [rowsRead] }[
          engine.dialect
        ] ?? [];
      expect([engine.dialect, told.length > 0 && told.every((one) => one !== null && one > 0), estimate]).toEqual([
        engine.dialect,
        true,
        estimate,
      ]);
      // Run, it would take its time and fail.
      expect(await codeOf(engine.estimate(query(kase.endless), signal()))).toBe('fine');
      expect(await codeOf(engine.estimate(query('SELECT * FROM no_such_table'), signal()))).toBe(
        'source_table_missing',
      );
      expect(await codeOf(engine.estimate(query('DELETE FROM people'), signal()))).toBe('statement_writes');
      expect(['statement_refused', 'source_syntax']).toContain(
        await codeOf(engine.estimate(query(`SELECT 1; DROP TABLE people`), signal())),
      );
    });

    test('[8.6-01] a missing table, a missing column and a syntax error are distinguished', async () => {
      expect(await codeOf(run('SELECT * FROM no_such_table'))).toBe('source_table_missing');
      expect(await codeOf(run('SELECT no_such_column FROM people'))).toBe('source_column_missing');
      expect(await codeOf(run('SELECT FROM WHERE'))).toBe('source_syntax');
    });

    test('[8.6-01] an error says where in the text it is, where the database tells', async () => {
      const { engine } = kase;
      const placeOf = async (work: Promise<unknown>): Promise<unknown> =>
        work.then(
          () => 'fine',
          (error: unknown) => (isSourceError(error) ? (error.params.position ?? null) : String(error)),
        );
      // All tell where they stop to understand, whatever stands before and whether values are bound.
      const unread = [
        "SELECT 1 AS a, 'é😀' AS b FROM people ORDER id",
        "SELECT 1 AS a,\n  'é😀' AS b\n, 'ü😀' AS c FROM people ORDER id, name",
        `SELECT 1 AS a,\n 'é😀' AS b FROM people WHERE name = ${kase.placeholder(1)} ORDER id`,
        `SELECT 'é😀' AS b FROM people WHERE name = ${kase.placeholder(1)} ORDER id`,
      ];
      for (const text of unread) {
        const place = positionAt(text, text.search(/id\b(, name)?$/));
        expect([
          text,
          await placeOf(engine.run(query(text, ...(text.includes(kase.placeholder(1)) ? ['x'] : [])), options())),
        ]).toEqual([text, place]);
        if (!text.includes(kase.placeholder(1)))
          expect([text, await placeOf(engine.describe(text, signal()))]).toEqual([text, place]);
        if (engine.estimate && !text.includes(kase.placeholder(1)))
          expect([text, await placeOf(engine.estimate(query(text), signal()))]).toEqual([text, place]);
      }
      const open = 'SELECT id\nFROM people WHERE';
      expect(await placeOf(run(open))).toEqual(positionAt(open, open.length));
      // These also tell where a name stands that they do not find.
      const tells = ['duckdb', 'postgresql', 'trino'].includes(engine.dialect);
      for (const name of ['absent_column', 'absent_table']) {
        for (const text of [
          `SELECT 'é😀',\n\t'ü' AS a, ${name === 'absent_column' ? name : 'id'} FROM ` +
            `${name === 'absent_table' ? name : 'people'}`,
          `SELECT 'é😀' AS a, ${name === 'absent_column' ? name : 'id'} FROM ` +
            `${name === 'absent_table' ? name : 'people'}`,
        ]) {
          const place = tells ? positionAt(text, text.indexOf(name)) : null;
          expect([text, await placeOf(run(text)), await placeOf(engine.describe(text, signal()))]).toEqual([
            text,
            place,
            place,
          ]);
        }
      }
      const bound = `SELECT 'é😀' AS b,\n  'ü' AS c, absent_column FROM people WHERE name = ${kase.placeholder(1)}`;
      expect(await placeOf(run(bound, 'x'))).toEqual(tells ? positionAt(bound, bound.indexOf('absent')) : null);
      // Who is refused by the analysis has no place.
      expect(await placeOf(engine.describe('DELETE FROM people', signal()))).toContain('AppError');
    });

    test('[attack 24] [attack 25] [attack 26] writes, settings, files and other statements are closed', async () => {
      for (const statement of [
        ...kase.closed,
        'DROP TABLE people',
        "INSERT INTO people VALUES (9, 'x')",
        'SELECT 1; SELECT 2',
        'SELECT 1; DROP TABLE people',
        'CREATE TABLE evil (a INTEGER)',
        '/* c */ DELETE FROM people',
      ]) {
        const code = await codeOf(run(statement));
        expect([
          statement,
          [
            'statement_refused',
            'statement_writes',
            'source_permission',
            'source_table_missing',
            'source_syntax',
            'database_error',
          ].includes(code),
          code,
        ]).toEqual([statement, true, code]);
        expect([statement, await codeOf(kase.engine.describe(statement, signal()))]).not.toEqual([statement, 'fine']);
      }
      const reaches = kase.closed.filter(
        (statement) =>
          /file|url|remote|session |function|jmx|processlist|into |settings/i.test(statement) &&
          !/^SELECT \* FROM '|FROM people$/.test(statement),
      );
      for (const statement of reaches)
        expect([statement, await codeOf(run(statement))]).toEqual([
          statement,
          expect.stringMatching(/^statement_(refused|writes)$/),
        ]);
      // What would write is reported as that by every database.
      for (const statement of ['DROP TABLE people', '/* c */ DELETE FROM people']) {
        expect([
          statement,
          await codeOf(run(statement)),
          await codeOf(kase.engine.describe(statement, signal())),
        ]).toEqual([statement, 'statement_writes', 'statement_writes']);
      }
      expect(
        cellAt((await run('SELECT COUNT(*) AS n FROM people')).table.columns.get('n') ?? fail('no column'), 0),
      ).toBe(2);
    });

    test('what runs behind the engine may die: running queries are reported, the next one works', async () => {
      const engine = kase.open();
      try {
        await engine.run(query('SELECT 1'), options());
        const running = codeOf(engine.run(query(kase.endless), options()));
        await hasBegun(kase);
        await kase.restart(engine);
        expect(await running).toBe('engine_unavailable');
        expect((await engine.run(query('SELECT 1 AS one'), options())).table.rowCount).toBe(1);
      } finally {
        await engine.close();
      }
    });

    test('the connection test passes, and a closed engine holds nothing', async () => {
      const engine = kase.open();
      expect(await engine.test()).toEqual({ ok: true });
      await engine.close();
    });
  });
}

/** The endless query runs. A process is at work for a moment when it receives something too: it is looked at twice. */
async function hasBegun({ activity, endless }: EngineCase): Promise<void> {
  for (const _ of [1, 2]) await expect.poll(() => activity(endless)).toBe(1);
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

function fail(reason: string): never {
  throw new Error(reason);
}
