import { expect, test } from 'vitest';
import { HOSTILE_NAME, type EditorApp } from '../editor-app.ts';
import type { BirthsKind } from '../engines/births.ts';
import { endIn, queryIn, resultsIn, runLines } from '../run-lines.ts';

/** How each dialect says what the cases need. */
type Words = {
  /** A text of a million letters. */
  readonly million: string;
  /** A text with bytes that are no UTF-8; `null` where the database has none. */
  readonly broken: string | null;
  /** Never over. */
  readonly endless: string;
  /** A column without a name; `null` where the database refuses one. */
  readonly nameless: string | null;
};

const words: Readonly<Record<BirthsKind, Words>> = {
  duckdb: {
    million: "repeat('x', 1000000)",
    broken: "'\\xFF\\x61'::BLOB",
    endless: 'SELECT COUNT(*) AS n FROM range(1000000) a, range(1000000) b WHERE (a.range * b.range) % 7 = 3',
    nameless: null,
  },
  sqlite: {
    million: "printf('%.1000000c', 'x')",
    broken: null,
    endless:
      'WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000000) SELECT COUNT(*) AS c FROM n',
    nameless: 'SELECT 1 AS "", 2 AS ""',
  },
  postgresql: {
    million: "repeat('x', 1000000)",
    broken: "'\\xff61'::bytea",
    endless: 'SELECT COUNT(*) AS n FROM generate_series(1, 1000000000000) AS endless(i)',
    nameless: 'SELECT 1 AS " ", 2 AS " "',
  },
  mariadb: {
    million: "repeat('x', 1000000)",
    broken: "UNHEX('FF61')",
    endless: 'SELECT COUNT(*) AS n FROM seq_1_to_1000000 a, seq_1_to_1000000 b WHERE a.seq * b.seq % 7 = 3',
    nameless: 'SELECT 1 AS ``, 2 AS ``',
  },
  mysql: {
    million: "repeat('x', 1000000)",
    broken: "UNHEX('FF61')",
    endless: 'SELECT COUNT(*) AS n FROM birth_names a, birth_names b, birth_names c, birth_names d, birth_names e',
    nameless: 'SELECT 1 AS ``, 2 AS ``',
  },
  clickhouse: {
    million: "repeat('x', 1000000)",
    broken: "unhex('FF61')",
    endless: 'SELECT count() AS n FROM numbers(1000000000000) WHERE NOT ignore(sipHash64(number))',
    nameless: null,
  },
  trino: {
    million: "rpad('x', 1000000, 'x')",
    broken: "from_utf8(x'ff61')",
    endless:
      'SELECT COUNT(*) AS n FROM UNNEST(sequence(1, 10000)) AS a(x), UNNEST(sequence(1, 10000)) AS b(y), ' +
      'UNNEST(sequence(1, 10000)) AS c(z) WHERE x * y * z % 7 = 3',
    nameless: null,
  },
};

/** What is no SQL, in the ways in which it is written. */
const malformed = [
  'SELECT 1 1 1',
  'SELEC 1',
  'SELECT * FRM birth_names',
  'SELECT FROM WHERE',
  'SELECT 1 +',
  'SELECT (1',
  'SELECT 1)',
  'SELECT ((((1)',
  "SELECT 'open",
  'SELECT "open',
  'SELECT `open',
  'SELECT $$open',
  "SELECT 'it''s",
  'SELECT [open',
  'SELECT 1 /* open',
  '/* nothing */',
  '-- nothing',
  ';',
  ';;;',
  ' \n\t ',
  ')',
  "'",
  '"',
  '\\',
  '$$',
  '{{',
  '{% if x %}SELECT 1',
  '{{ 1 | no_such_filter }}',
  'SELECT 1 AS a FROM',
  'SELECT num FROM birth_names WHERE',
  'SELECT num FROM birth_names GROUP',
  'SELECT * FROM birth_names b JOIN ON',
  'WITH a AS (SELECT 1',
  'SELECT 1 AS a UNION',
  'SELECT CASE WHEN 1 = 1 THEN 2',
  'SELECT 1 FROM birth_names LIMIT many',
  'SELECT ％ FROM birth_names',
  '🙂',
  '\u202eSELECT 1',
  '\ufffd\ufffd',
  'SELECT 1; SELEC 2',
];

/** Characters that no statement has, where a text may have them. */
const controls = ['\u0000', '\u0001', '\u0008', '\u001b', '\u007f', '\u0085', '\u200b', '\u2028', '\ufeff', '\ud800'];

const LINES = { accept: 'application/x-ndjson' };

/** What the SQL editor owes on every database when what comes in, or what comes back, is bad. */
export function faultSuite(kind: BirthsKind, it: () => EditorApp): void {
  const { million, broken, endless, nameless } = words[kind];
  const run = (sql: string, more: object = {}) => it().run(it().user, sql, more);
  const lines = async (sql: string, more: object = {}) => {
    const payload = { database_id: it().database, schema: 'main', sql, ...more };
    const answer = await it().request({
      method: 'POST',
      url: '/api/v1/sqllab/execute/',
      as: it().user,
      payload,
      headers: LINES,
    });
    return runLines(answer.body);
  };
  const stillRuns = async () => expect((await run('SELECT answer FROM secret')).rows).toEqual([[42]]);

  test('malformed SQL and unbalanced quotes are errors of their user, with words, in the history too', async () => {
    const wrong: string[] = [];
    for (const sql of malformed) {
      const { status, code, body } = await run(sql);
      if (status < 400 || status >= 500 || code === null || code === 'internal')
        wrong.push(`${JSON.stringify(sql)}: ${status} ${body.slice(0, 200)}`);
    }
    expect(wrong).toEqual([]);
    const failed = await lines('SELECT * FRM birth_names', { client_id: `wrong-${kind}` });
    expect([endIn(failed), queryIn(failed).errors.length]).toEqual(['failed', 1]);
    await stillRuns();
  });

  test('NUL and control characters come back as they are, or are refused', async () => {
    const wrong: string[] = [];
    for (const one of controls) {
      const inText = await run(`SELECT 'a${one}b' AS a`);
      // Half a character is none.
      const isKept = inText.code === null && inText.rows[0]?.[0] === `a${one === '\ud800' ? '\ufffd' : one}b`;
      if (inText.status >= 500 || (inText.code === null && !isKept))
        wrong.push(`in a text ${JSON.stringify(one)}: ${inText.status} ${inText.body.slice(0, 200)}`);
      for (const sql of [`SELECT${one} 1 AS a`, `${one}SELECT 1 AS a`, `SELECT 1 AS "a${one}b"`]) {
        const { status, body } = await run(sql);
        if (status >= 500) wrong.push(`${JSON.stringify(sql)}: ${status} ${body.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    await stillRuns();
  });

  test('a megabyte of SQL runs or is refused, and more of it is refused unread', async () => {
    const texts = [
      `SELECT '${'x'.repeat(900_000)}' AS a`,
      `SELECT 1 AS a /* ${'x'.repeat(900_000)} */`,
      `SELECT 1 AS a WHERE 1 IN (${'1,'.repeat(400_000)}1)`,
      `SELECT ${'('.repeat(140_000)}1${')'.repeat(140_000)} AS a`,
      `SELECT 1${'+1'.repeat(140_000)} AS a`,
      'SELECT 1 AS a;'.repeat(60_000),
      `SELECT 1 AS ${'a'.repeat(900_000)}`,
      "'".repeat(900_000),
    ];
    const wrong: string[] = [];
    for (const sql of texts) {
      const { status, body } = await run(sql, { queryLimit: 1 });
      if (status >= 500) wrong.push(`${sql.slice(0, 40)}: ${status} ${body.slice(0, 300)}`);
    }
    expect(wrong).toEqual([]);
    expect((await run(`SELECT '${'x'.repeat(1_000_000)}' AS a`)).status).toBe(400);
    await stillRuns();
  });

  test('equal, empty and odd names of columns are columns of their own, with all of their cells', async () => {
    const name = (text: string): string => (kind === 'mariadb' || kind === 'mysql' ? `\`${text}\`` : `"${text}"`);
    // ClickHouse refuses two meanings of one name.
    const twice = kind === 'clickhouse' ? 'a b' : 'a';
    const [result] = resultsIn(
      await lines(
        `SELECT 1 AS ${name('a')}, 2 AS ${name(twice)}, 3 AS ${name('A')}, 4 AS ${name('__proto__')}, ` +
          `5 AS ${name('constructor')}, 6 AS ${name('<b>')}, 7 AS ${name("it's, a; name")}`,
      ),
    );
    expect(result?.columns.map(([cell]) => Number(cell))).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(result?.names).size).toBe(7);
    expect(result?.names.slice(3)).toEqual(['__proto__', 'constructor', '<b>', "it's, a; name"]);
    if (nameless === null) return;
    const [empty] = resultsIn(await lines(nameless));
    expect([empty?.columns.map(([cell]) => Number(cell)), new Set(empty?.names).size]).toEqual([[1, 2], 2]);
    expect(empty?.names.every((one) => one.trim() !== '')).toBe(true);
  });

  test('[F15] five hundred columns come whole', async () => {
    const sql = `SELECT ${Array.from({ length: 500 }, (_, at) => `${at} AS c${at}`).join(', ')} FROM birth_names`;
    let result: ReturnType<typeof resultsIn>[number] | undefined;
    // The parser of MariaDB gives a text up after five seconds, which this one may take on a busy machine.
    await expect
      .poll(async () => {
        [result] = resultsIn(await lines(sql));
        return [result?.names.length, result?.tail?.rows];
      })
      .toEqual([500, 120]);
    expect(
      result?.columns.every((cells, at) => cells.length === 120 && cells.every((cell) => Number(cell) === at)),
    ).toBe(true);
  });

  test('[F15] cells of a megabyte are cut and say so, and each is read whole', async () => {
    const read = await lines(`SELECT 1 AS a, ${million} AS big, num FROM birth_names LIMIT 3`);
    const rows = read.filter((line) => 'rows' in line);
    const [first] = rows.flatMap(({ cut = [] }) => cut);
    expect([rows.flatMap(({ cut = [] }) => cut).map(({ column }) => column), first?.bytes]).toEqual([
      [1, 1, 1],
      1_000_002,
    ]);
    const [result] = resultsIn(read);
    expect(result?.columns[1]?.every((cell) => /^x{10000}…$/.test(String(cell)))).toBe(true);
    const q = encodeURIComponent(
      `(key:'${String(queryIn(read).resultsKey)}',at:${first?.at ?? 0},bytes:${first?.bytes ?? 0})`,
    );
    const whole = await it().request({ url: `/api/v1/sqllab/results/cell?q=${q}`, as: it().user });
    expect([whole.statusCode, /^"x{1000000}"$/.test(whole.body)]).toEqual([200, true]);
  });

  test('bytes that are no UTF-8 come as text that is, or the error says what they are', async () => {
    if (broken === null) {
      // Its library ends the process that reads one.
      const { status, body } = await run("SELECT CAST(unhex('FF61') AS TEXT) AS b");
      expect([status, body]).toEqual([503, expect.stringContaining('a text that is not UTF-8')]);
      const bytes = await run("SELECT unhex('FF61') AS b");
      expect(bytes.code === null ? bytes.rows : bytes.body).toEqual([['\\xff61']]);
      const written = await run("SELECT x'ff61' AS b, 'x''ff61''' AS t");
      return expect(written.code === null ? written.rows : written.body).toEqual([['\\xff61', "x'ff61'"]]);
    }
    const answer = await it().request({
      method: 'POST',
      url: '/api/v1/sqllab/execute/',
      as: it().user,
      payload: { database_id: it().database, schema: 'main', sql: `SELECT ${broken} AS b, 7 AS n` },
    });
    const text = new TextDecoder('utf-8', { fatal: true }).decode(answer.rawPayload);
    const [row] = (JSON.parse(text) as { data: readonly { b: unknown; n: unknown }[] }).data;
    expect([answer.statusCode, typeof row?.b, Number(row?.n)]).toEqual([200, 'string', 7]);
  });

  test('[F13] a statement that never ends is stopped, by two at once, and nothing of it is left', async () => {
    const name = `endless-${kind}`;
    const running = lines(endless, { client_id: name });
    await stateOf(name).toBe('running');
    const stop = () =>
      it().request({ method: 'POST', url: '/api/v1/query/stop', as: it().user, payload: { client_id: name } });
    expect((await Promise.all([stop(), stop()])).map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    expect(endIn(await running)).toBe('stopped');
    await stateOf(name).toBe('stopped');
    await expect
      .poll(
        async () =>
          /tessera_queries_running (\d+)/.exec((await it().request({ url: '/metrics', as: it().adminId })).body)?.[1],
      )
      .toBe('0');
    await stillRuns();
  });

  test('[F11] a statement that never ends is stopped at its time, and says so', async () => {
    await it().withSettings({ sqlTimeoutSeconds: 1 }, async (ask) => {
      const { status, code, query } = await ask(it().user, endless, { client_id: `late-${kind}` });
      expect([status, code, query]).toEqual([408, 'sql_timeout', {}]);
      await stateOf(`late-${kind}`).toBe('timed_out');
      // A second is all a run has here: on a busy machine the first may need more, for a new connection.
      await expect.poll(async () => (await ask(it().user, 'SELECT answer FROM secret')).rows).toEqual([[42]]);
    });
  });

  test('[attack 33] the name of a user is no SQL: not by itself, and not by a macro', async () => {
    const answer = await it().run(it().hostile, 'SELECT answer FROM secret');
    expect([answer.status, answer.rows]).toEqual([200, [[42]]]);
    expect(JSON.stringify(answer.query['executedSql'])).not.toContain('DROP');
    const macro = await it().run(it().hostile, "SELECT '{{ current_username() }}' AS a");
    if (macro.code === null) expect(macro.rows).toEqual([[HOSTILE_NAME]]);
    await stillRuns();
  });

  const stateOf = (name: string) =>
    expect.poll(async () => {
      const answer = await it().request({ url: `/api/v1/query/${name}`, as: it().user });
      return answer.statusCode === 200 ? answer.json<{ result: { status: string } }>().result.status : null;
    });
}
