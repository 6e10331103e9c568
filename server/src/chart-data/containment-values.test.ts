import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { spread } from '@tessera/core/fixtures/runs';
import { dialectOf } from '@tessera/query/dialects/registry';
import { textsOfMysql } from '@tessera/query/dialects/texts';
import { containmentValuesSuite } from '../testing/suites/containment-values-suite.ts';
import {
  findMariadb,
  findMysql,
  startMariadb,
  startMysql,
  type TestMysqlServer,
} from '../testing/engines/mysql-servers.ts';
import { forEachEngine } from '../testing/engines/for-each-engine.ts';

// Trino is asked in a file of its own.
forEachEngine(['sqlite', 'postgresql', 'clickhouse', 'mariadb'], 'cells', containmentValuesSuite);

const servers = [
  ['MariaDB', findMariadb, startMariadb],
  ['MySQL', findMysql, startMysql],
] as const;
describe.each(servers.filter(([, find]) => find() !== null))('collations of %s', (_, __, start) => {
  let server: TestMysqlServer;
  beforeAll(async () => {
    server = await start();
  });
  afterAll(() => server?.stop());

  const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
  const signs = Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at));
  /** What languages write with two or three letters. */
  const digraphs = [
    'c',
    'cs',
    'ch',
    'dz',
    'dzs',
    'gy',
    'ly',
    'lj',
    'll',
    'nj',
    'ny',
    'sz',
    'ty',
    'zs',
    'ij',
    'aa',
    'ae',
    'oe',
    'ss',
    'th',
  ];
  const texts = [
    ...new Set([
      ...signs,
      ...signs.flatMap((a) => signs.map((b) => a + b)),
      ...spread(
        letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c))),
        3001,
      ),
      ...digraphs.flatMap((a) => digraphs.flatMap((b) => [a + b, `${a[0]}${b}`, `x${a}${b}`])),
    ]),
  ];

  test('plain texts that a collation takes for one are one when they are folded', async () => {
    const literal = dialectOf('mysql').literal;
    await server.query('USE test', 'CREATE TABLE texts (s VARCHAR(10) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin)');
    for (let at = 0; at < texts.length; at += 5000)
      await server.query(
        'USE test',
        `INSERT INTO texts VALUES ${texts
          .slice(at, at + 5000)
          .map((text) => `(${literal(text)})`)
          .join(', ')}`,
      );
    const collations = await server.query(
      'SELECT collation_name AS name, character_set_name AS charset FROM information_schema.collations WHERE ' +
        "character_set_name <> 'binary' AND collation_name NOT LIKE '%\\_bin' AND collation_name NOT LIKE " +
        "'%\\_as\\_cs%'",
    );
    const seen = { collations: 0, groups: 0 };
    const apart: string[] = [];
    for (const { name, charset } of collations) {
      const groups = await server.query(
        'USE test',
        'SET SESSION group_concat_max_len = 1000000',
        `SELECT HEX(GROUP_CONCAT(s SEPARATOR '\\n')) AS members FROM texts GROUP BY CONVERT(s USING ` +
          `${String(charset)}) COLLATE ${String(name)} HAVING COUNT(*) > 1`,
      );
      seen.collations += 1;
      seen.groups += groups.length;
      for (const { members } of groups) {
        const plain = Buffer.from(String(members), 'hex')
          .toString()
          .split('\n')
          .filter((text) => textsOfMysql.plain.test(text));
        if (new Set(plain.map(textsOfMysql.fold)).size > 1)
          apart.push(`${String(name)}: ${plain.join('|').slice(0, 60)}`);
      }
    }
    expect(apart).toEqual([]);
    expect([seen.collations > 100, seen.groups > 60_000]).toEqual([true, true]);
  }, 240_000);
});
