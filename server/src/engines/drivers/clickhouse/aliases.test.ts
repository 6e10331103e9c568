import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clickhouse } from '@tessera/query/dialects/clickhouse';
import { checkExpression } from '@tessera/query/sql-safety/check';
import { findClickhouse, startClickhouse, type TestClickhouse } from '../../../testing/engines/clickhouse.ts';

// A name that an expression gives to a value holds in the whole statement, also in the clause of a row-level rule. The
// database itself is asked how it reads what we accept: its syntax tree tells every alias.
describe.skipIf(findClickhouse() === null)('names that ClickHouse would take from an expression', () => {
  let server: TestClickhouse;
  beforeAll(async () => {
    server = await startClickhouse([]);
  });
  afterAll(() => server?.stop());

  const isAccepted = (sql: string): boolean => {
    try {
      checkExpression(sql, clickhouse.grammar);
      return true;
    } catch {
      return false;
    }
  };
  /** Names that the database would give, `null` for what it does not read at all. */
  const aliases = async (sql: string): Promise<readonly string[] | null> => {
    const tree = await server
      .query(`EXPLAIN AST SELECT ${sql}, 1 FROM t WHERE ${sql} FORMAT TabSeparatedRaw`)
      .catch((error: unknown) => {
        if (/\bCode: 62\b/.test(String(error))) return null;
        throw error;
      });
    return tree === null ? null : [...tree.matchAll(/\(alias (.*?)\)/g)].map(([, name]) => name ?? '');
  };
  /** Those of the texts that we accept and that give a name to something. */
  const slipping = async (texts: Iterable<string>): Promise<readonly string[]> => {
    const left = [...texts].filter(isAccepted);
    const found: string[] = [];
    const ask = async (): Promise<void> => {
      for (let sql = left.pop(); sql !== undefined; sql = left.pop()) if ((await aliases(sql))?.length) found.push(sql);
    };
    await Promise.all([ask(), ask(), ask(), ask()]);
    return found;
  };

  /** Places where the database takes a name without AS, and some where it does not today. */
  const places = [
    'CAST(_ AS String)',
    "CAST(_, 'String')",
    'substring(_ FROM 1)',
    'substring(a FROM _ FOR 1)',
    'substring(a FROM 1 FOR _)',
    'substring(_, 1)',
    "position(_, 'x')",
    'extract(YEAR FROM _)',
    "extract(_, 'x')",
    'trim(_)',
    'trim(BOTH _ FROM a)',
    "trim(BOTH 'x' FROM _)",
    'ltrim(_)',
    'overlay(_, a, 1)',
    'date_add(DAY, 1, _)',
    'date_add(_, a)',
    "date_diff('day', _, a)",
    'a + INTERVAL _ DAY',
    'CASE _ WHEN 1 THEN 2 END',
    'CASE WHEN _ THEN 2 END',
    'CASE WHEN 1 THEN _ END',
    'CASE WHEN 1 THEN 2 ELSE _ END',
    'upper(_)',
    'count(_)',
    '(_)',
    '[_]',
    'a[_]',
    'sum(a) OVER (PARTITION BY _)',
    'sum(a) OVER (ORDER BY _)',
    'sum(a) FILTER (WHERE _)',
    'arrayMap(x -> _, [1])',
  ];
  const put = (form: string, place: string) => place.replace('_', () => form);

  test.each([
    'substring(any region FROM 1)',
    'substring(all region, 1)',
    "CAST('EU' range AS String)",
    "CAST('EU' rows, 'String')",
    'CAST(current region AS String)',
    "trim(BOTH 'x' FROM 'EU' for)",
    "CAST(1, 'String' AS region)",
    "extract(YEAR FROM 'EU' over)",
    "date_diff('day', a, or region)",
    'substring(and region, 1)',
    "CASE WHEN 'EU' escape THEN 2 END",
    "CASE WHEN 1 THEN 'EU' ignore END",
    'a + INTERVAL region rows DAY',
    "CAST(div region, 'String')",
    'substring(a FROM mod region)',
    'overlay(distinct region, a, 1)',
    'ltrim(distinct region)',
    'CAST(not nulls region AS String)',
    "substring('EU' is, 1)",
    'CASE WHEN 1 xor THEN 2 END',
  ])('a name slipped in by %s', async (sql) => {
    expect({ isAccepted: isAccepted(sql), isRead: (await aliases(sql)) !== null }).toMatchObject({ isAccepted: false });
  });

  test('the tree tells names, so that nothing found means that there is none', async () => {
    const known = [
      'substring(any region FROM 1)',
      "CAST('EU' range AS String)",
      "date_diff('day', a, or region)",
      "CASE WHEN 'EU' escape THEN 2 END",
      'overlay(distinct region, a, 1)',
    ];
    const found = await Promise.all(known.map(aliases));
    expect(found).toEqual([
      ['region', 'region'],
      ['range', 'range'],
      ['region', 'region'],
      ['escape', 'escape'],
      ['region', 'region'],
    ]);
  });

  test('no word of the language makes a name of what is beside it', async () => {
    const keywords = (
      await server.query(
        "SELECT DISTINCT arrayJoin(splitByChar(' ', keyword)) AS word FROM system.keywords WHERE " +
          "match(keyword, '^[A-Z ]+$')",
      )
    )
      .split('\n')
      .map((word) => word.toLowerCase());
    expect(keywords).toEqual(
      expect.arrayContaining(['any', 'all', 'range', 'rows', 'for', 'current', 'both', 'mod', 'div', 'over']),
    );
    const forms = keywords.flatMap((word) => [
      `${word} region`,
      `'EU' ${word}`,
      `'EU' ${word} region`,
      `${word} 'EU' region`,
      `- ${word} region`,
      `a, ${word} region`,
      `(a) ${word}`,
      `t.${word} region`,
      `not ${word} region`,
      `distinct ${word}`,
      `a or ${word} region`,
      `'EU' ${word} end`,
    ]);
    expect(await slipping(forms.flatMap((form) => places.map((place) => put(form, place))))).toEqual([]);
  });

  test('no function on the list reads DISTINCT, or a name behind a value, as a name', async () => {
    const calls = [...clickhouse.grammar.functions].flatMap((name) =>
      [
        'distinct region',
        "'EU' region",
        'distinct region, 1',
        "1, 'EU' region",
        "1, 2, 'EU' region",
        'distinct region FROM 1',
      ].map((form) => `${name}(${form})`),
    );
    expect(await slipping(calls)).toEqual([]);
  });

  test.each([
    'sum(n) FILTER (WHERE n > 1)',
    'sum(n) OVER (PARTITION BY a, b ORDER BY c DESC NULLS LAST, d ROWS BETWEEN 1 PRECEDING AND CURRENT ROW)',
    'lagInFrame(n, 1) OVER (ORDER BY ts RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)',
    'any(n) IGNORE NULLS OVER (PARTITION BY a)',
    'count() OVER ()',
    'quantileIf(0.5)(n, a > 1)',
    'count(DISTINCT a)',
    'ts + INTERVAL 5 DAY',
    "ts - INTERVAL '5 day'",
    'ts + INTERVAL (n + 1) MONTH',
    'ts + INTERVAL -1 HOUR',
    'toStartOfInterval(ts, INTERVAL 15 MINUTE)',
    'EXTRACT(YEAR FROM ts) > 2020',
    "trim(BOTH ' ' FROM a)",
    "trim(a) = ''",
    'substring(a FROM 2 FOR 3)',
    "position(a, 'x')",
    'date_add(DAY, 1, ts)',
    "dateDiff('day', a, b)",
    'CASE a WHEN 1 THEN CASE WHEN b THEN 2 ELSE 3 END ELSE (CASE WHEN c THEN 4 END) END',
    'CAST(CASE WHEN a THEN b END AS Decimal(10, 2))',
    "CAST(n, 'String')",
    'n::Decimal(10, 2) + 1',
    'a IS NOT NULL AND NOT b',
    'a IS NULL OR b IS TRUE',
    'a IS NOT DISTINCT FROM b',
    "a NOT LIKE 'x%' AND b ILIKE 'y'",
    'a NOT IN (1, 2) AND b GLOBAL IN (3) OR c GLOBAL NOT IN (4)',
    'n BETWEEN 1 AND 2 AND m NOT BETWEEN 3 AND 4',
    'a DIV 2 = b MOD 3',
    'mod(a, 2) = 1 AND or(a, b)',
    'arrayMap((x, y) -> x + y, a, b)',
    'a ? b : c',
    'a[1].2 + t.b.c',
    '`range` + "rows" + t.any',
    "DATE '2024-01-01' < ts",
    '-a * (b + 1) / 2',
    'range(5)[1]',
    'tuple(a, 1).1 || [1, 2][1]',
    'any(a) + interval + filter',
  ])('%s is accepted, read and names nothing', async (sql) => {
    expect({ isAccepted: isAccepted(sql), aliases: await aliases(sql) }).toEqual({ isAccepted: true, aliases: [] });
  });
});
