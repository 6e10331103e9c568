import { expect, test } from 'vitest';
import { rowsOf } from '@tessera/core/table';
import type { CompiledQuery } from '@tessera/query/structured-query';
import type { RunOptions, WriteResult } from '../../engines/engine.ts';
import { codeOf } from '../code-of.ts';
import type { Births, BirthsKind } from '../engines/births.ts';

/** How the databases differ in what the tests say. */
type Words = {
  /** Where tables may be made. */
  readonly desk: string;
  readonly integer: string;
  readonly text: string;
  /** Behind the columns of a table. */
  readonly made: string;
  /** The rows that a statement changed are counted, or returned. */
  readonly counts: boolean;
  readonly returns: boolean;
  /** Rows can be deleted, and changed by this. */
  readonly changes: string | null;
  /** A statement that writes, and runs for minutes. */
  readonly endless: (table: string) => string;
};

const standard: Words = {
  desk: 'test',
  integer: 'BIGINT',
  text: 'VARCHAR(100)',
  made: '',
  counts: true,
  returns: true,
  changes: "UPDATE kept SET word = 'z' WHERE n > 1",
  endless: (table) =>
    `INSERT INTO ${table} SELECT SUM(a.num), 'x' FROM main.birth_names a, main.birth_names b, ` +
    'main.birth_names c, main.birth_names d, main.birth_names e',
};
const words: Readonly<Record<BirthsKind, Words>> = {
  duckdb: standard,
  sqlite: { ...standard, desk: 'main' },
  postgresql: standard,
  mariadb: standard,
  mysql: { ...standard, returns: false },
  clickhouse: {
    ...standard,
    integer: 'Int64',
    text: 'String',
    made: 'ENGINE = MergeTree ORDER BY tuple()',
    returns: false,
    changes: "ALTER TABLE kept UPDATE word = 'z' WHERE n > 1",
    endless: (table) => `INSERT INTO ${table} SELECT sum(number), 'x' FROM numbers(1000000000000)`,
  },
  // The connector in memory only adds rows.
  trino: { ...standard, returns: false, changes: null },
};

const options = (more: Partial<RunOptions> = {}): RunOptions => ({
  signal: new AbortController().signal,
  timeoutMs: 30_000,
  maxRows: 1000,
  ...more,
});
const query = (text: string): CompiledQuery => ({ text, parameters: [], written: [] });

/** Statements that change something, past the analysis of the editor: what each driver owes. */
export function writingSuite(kind: BirthsKind, births: () => Births): void {
  const { desk, integer, text, made, counts, returns, changes, endless } = words[kind];
  const namespace = { catalog: null, schema: desk };
  const write = (sql: string, more: Partial<RunOptions> = {}): Promise<WriteResult> => {
    const { engine } = births();
    if (!engine.write) throw new Error('It writes nothing.');
    return engine.write(query(sql), options({ namespace, ...more }));
  };
  const read = async (sql: string): Promise<readonly unknown[]> =>
    rowsOf((await births().engine.run(query(sql), options({ namespace }))).table).map((row) => Object.values(row));
  const make = async (name: string): Promise<void> => {
    await write(`CREATE TABLE ${name} (n ${integer}, word ${text}) ${made}`);
  };

  test('a statement that writes is committed by itself, and its rows are counted', async () => {
    await make('kept');
    expect((await write("INSERT INTO kept VALUES (1, 'a'), (2, 'b'), (3, 'c')")).affected).toBe(counts ? 3 : null);
    expect(await read('SELECT n, word FROM kept ORDER BY n')).toEqual([
      [1, 'a'],
      [2, 'b'],
      [3, 'c'],
    ]);
    if (changes !== null) {
      const changed = await write(changes);
      expect([2, null]).toContain(changed.affected);
      expect(await read('SELECT n, word FROM kept ORDER BY n')).toEqual([
        [1, 'a'],
        [2, 'z'],
        [3, 'z'],
      ]);
      expect([1, null]).toContain((await write('DELETE FROM kept WHERE n = 3')).affected);
      expect(await read('SELECT COUNT(*) AS n FROM kept')).toEqual([[2]]);
    }
  });

  test('rows that are returned come back, and those beyond the limit are written as well', async () => {
    if (!returns) return;
    await make('returned');
    const one = await write("INSERT INTO returned VALUES (7, 'é😀') RETURNING n, word");
    expect([rowsOf(one.table), one.affected]).toEqual([[{ n: 7, word: 'é😀' }], 1]);
    const many = await write("INSERT INTO returned SELECT num, 'x' FROM main.birth_names RETURNING n", { maxRows: 5 });
    expect([many.table.rowCount, many.truncated, many.affected]).toEqual([5, true, 120]);
    expect(await read('SELECT COUNT(*) AS n FROM returned')).toEqual([[121]]);
  });

  test('a table and a view are made of a query, in the schema that is asked', async () => {
    const table = await write(`CREATE TABLE copied ${made} AS SELECT num, state FROM main.birth_names`);
    expect([120, null]).toContain(table.affected);
    await write(`CREATE VIEW seen AS SELECT num FROM ${desk}.copied WHERE num < 300`);
    expect(await read('SELECT COUNT(*) AS n FROM seen')).toEqual([[8]]);
    const { engine } = births();
    const names = (await engine.tables(null, desk, options().signal)).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['copied', 'seen']));
    await write('DROP VIEW seen');
    await write('DROP TABLE copied');
    expect((await engine.tables(null, desk, options().signal)).map(({ name }) => name)).not.toContain('copied');
  });

  test('a statement that fails leaves nothing, and says what is wrong', async () => {
    await make('untouched');
    expect(await codeOf(write('INSERT INTO untouched (nothing_here) VALUES (1)'))).toMatch(
      /^(source_column_missing|database_error)$/,
    );
    expect(await codeOf(write('INSERT INTO no_such_table VALUES (1)'))).toBe('source_table_missing');
    expect(await codeOf(write("INSERT INTO untouched VALUE (1, 'x'"))).toMatch(/^(source_syntax|statement_refused)$/);
    if (changes !== null && kind !== 'clickhouse') {
      await write("INSERT INTO untouched VALUES (1, 'a'), (2, '0')");
      // The second row cannot be changed so; the first one is as it was.
      const failing = `UPDATE untouched SET n = CASE WHEN n = 1 THEN 5 ELSE ${failure(kind)} END`;
      expect(await codeOf(write(failing))).toBe('database_error');
      expect(await read('SELECT n FROM untouched ORDER BY n')).toEqual([[1], [2]]);
    }
  });

  test('stopped or out of time, it ends in the database, and nothing of it stays', async () => {
    await make('stopped');
    const controller = new AbortController();
    const running = codeOf(write(endless('stopped'), { signal: controller.signal }));
    // Whoever reads a file waits for who writes it; elsewhere both go on at once.
    if (kind !== 'duckdb') expect(await read('SELECT COUNT(*) AS n FROM stopped')).toEqual([[0]]);
    setTimeout(() => controller.abort(), 300);
    expect(await running).toBe('query_cancelled');
    expect(await codeOf(write(endless('stopped'), { timeoutMs: 500 }))).toBe('query_timeout');
    expect(await read('SELECT COUNT(*) AS n FROM stopped')).toEqual([[0]]);
    await write("INSERT INTO stopped VALUES (1, 'after')");
    expect(await read('SELECT n, word FROM stopped')).toEqual([[1, 'after']]);
  });

  test('[attack 24] the connections of queries write nothing, whatever was written on others', async () => {
    await make('walled');
    const told = async (sql: string) =>
      codeOf(births().engine.run(query(sql), options({ namespace, admits: 'about' })));
    expect(await told("INSERT INTO walled VALUES (1, 'x')")).not.toBe('fine');
    expect(await told('DROP TABLE walled')).not.toBe('fine');
    expect(await read('SELECT COUNT(*) AS n FROM walled')).toEqual([[0]]);
  });

  test('[attack 19] [attack 26] what writes reaches no file, server or closed function', async () => {
    await make('closed');
    const passed: string[] = [];
    for (const statement of closed[kind]) if ((await codeOf(write(statement))) === 'fine') passed.push(statement);
    expect(passed).toEqual([]);
    expect(await read('SELECT COUNT(*) AS n FROM closed')).toEqual([[0]]);
  });

  test('what tells of tables and plans runs where it is asked for', async () => {
    for (const statement of about[kind])
      expect([statement, await codeOf(births().engine.run(query(statement), options({ admits: 'about' })))]).toEqual([
        statement,
        'fine',
      ]);
  });
}

/** A number that cannot be had. */
function failure(kind: BirthsKind): string {
  if (kind === 'mariadb' || kind === 'mysql') return "CAST('x' AS SIGNED) + 9223372036854775807 + 9223372036854775807";
  return kind === 'sqlite' ? "json('{')" : "CAST('x' AS INTEGER)";
}

const closed: Readonly<Record<BirthsKind, readonly string[]>> = {
  duckdb: [
    "INSERT INTO closed SELECT 1, content FROM read_text('/etc/hostname')",
    "INSERT INTO closed SELECT 1, * FROM '/etc/passwd'",
    'INSERT INTO closed SELECT 1, path FROM duckdb_databases()',
    "COPY closed TO '/tmp/out.csv'",
    "COPY closed FROM '/etc/passwd'",
    "ATTACH ':memory:' AS other",
    "EXPORT DATABASE '/tmp/out'",
    'INSTALL httpfs',
    'SET enable_external_access = true',
    'PRAGMA database_list',
    'CALL pragma_version()',
    'BEGIN',
    "INSERT INTO closed VALUES (1, 'a'); INSERT INTO closed VALUES (2, 'b')",
    "CREATE SECRET (TYPE S3, KEY_ID 'a', SECRET 'b')",
    'SELECT 1',
  ],
  sqlite: [
    "INSERT INTO closed SELECT 1, readfile('/etc/hostname')",
    "INSERT INTO closed SELECT 1, writefile('/tmp/out', 'x')",
    "INSERT INTO closed SELECT 1, load_extension('x')",
    "ATTACH '/tmp/other.db' AS other",
    "VACUUM INTO '/tmp/other.db'",
    'VACUUM',
    'PRAGMA writable_schema = 1',
    'CREATE VIRTUAL TABLE v USING fts5(a)',
    "INSERT INTO closed VALUES (1, 'a'); INSERT INTO closed VALUES (2, 'b')",
  ],
  postgresql: [
    "INSERT INTO closed SELECT 1, pg_read_file('/etc/hostname')",
    "COPY closed TO PROGRAM 'cat > /tmp/out'",
    "COPY closed FROM '/etc/passwd'",
    "INSERT INTO closed SELECT 1, query_to_xml('SELECT 1', true, true, '')::text",
    "INSERT INTO closed VALUES (1, 'a'); INSERT INTO closed VALUES (2, 'b')",
    'INSERT INTO closed SELECT 1, pg_sleep(0)::text',
    "INSERT INTO closed SELECT 1, current_setting('data_directory')",
  ],
  mariadb: [
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE closed",
    "INSERT INTO closed SELECT 1, LOAD_FILE('/etc/hostname')",
    'INSERT INTO closed SELECT 1, SLEEP(0)',
    "CREATE TABLE far (n INT) ENGINE=FEDERATED CONNECTION='mysql://root@127.0.0.1/x/y'",
    "CREATE TABLE far (n INT) DATA DIRECTORY='/tmp'",
    "INSERT INTO closed VALUES (1, 'a'); INSERT INTO closed VALUES (2, 'b')",
    "/*!50000 INSERT INTO closed VALUES (1, 'a') */",
  ],
  mysql: [
    "LOAD DATA INFILE '/etc/passwd' INTO TABLE closed",
    "INSERT INTO closed SELECT 1, LOAD_FILE('/etc/hostname')",
    "CREATE TABLE far (n INT) ENGINE=FEDERATED CONNECTION='mysql://root@127.0.0.1/x/y'",
    "INSERT INTO closed VALUES (1, 'a'); INSERT INTO closed VALUES (2, 'b')",
  ],
  clickhouse: [
    "INSERT INTO FUNCTION file('/tmp/out.csv') SELECT 1",
    "INSERT INTO closed SELECT 1, line FROM file('/etc/passwd', LineAsString)",
    "INSERT INTO closed SELECT 1, line FROM url('http://127.0.0.1/', LineAsString)",
    "CREATE TABLE far (n Int32) ENGINE = URL('http://127.0.0.1/', CSV)",
    'CREATE TABLE far (n Int32) ENGINE = File(CSV)',
    "CREATE TABLE far ENGINE = MySQL('127.0.0.1:1', 'a', 'b', 'c', 'd')",
    'INSERT INTO closed SELECT 1, name FROM system.users',
    "INSERT INTO closed FROM INFILE '/etc/passwd' FORMAT CSV",
  ],
  trino: [
    'INSERT INTO closed SELECT 1, query FROM system.runtime.queries',
    "INSERT INTO other.test.closed VALUES (1, 'a')",
    'CREATE TABLE other.test.far (n BIGINT)',
    'CREATE SCHEMA other.test',
    'DROP TABLE IF EXISTS other.test.closed',
    "CREATE TABLE far (n BIGINT) WITH (external_location = 'file:///tmp')",
  ],
};

const about: Readonly<Record<BirthsKind, readonly string[]>> = {
  duckdb: ['EXPLAIN SELECT * FROM secret', 'DESCRIBE secret', 'SHOW TABLES', 'SUMMARIZE secret'],
  sqlite: ['EXPLAIN QUERY PLAN SELECT * FROM secret', 'EXPLAIN SELECT * FROM secret'],
  postgresql: ['EXPLAIN ANALYZE SELECT * FROM main.secret', 'SHOW search_path'],
  mariadb: ['EXPLAIN SELECT * FROM secret', 'SHOW TABLES', 'DESCRIBE secret', 'SHOW CREATE TABLE secret'],
  mysql: ['EXPLAIN SELECT * FROM secret', 'SHOW TABLES', 'DESCRIBE secret', 'SHOW CREATE TABLE secret'],
  clickhouse: ['EXPLAIN SELECT * FROM secret', 'SHOW TABLES', 'DESCRIBE TABLE secret', 'SHOW CREATE TABLE secret'],
  trino: ['EXPLAIN SELECT * FROM secret', 'SHOW TABLES', 'DESCRIBE secret', 'SHOW CREATE TABLE secret'],
};
