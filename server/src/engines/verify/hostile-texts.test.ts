import { afterAll, expect, test } from 'vitest';
import { sourceError } from '@tessera/core/errors/source-error';
import { groupedSums } from '@tessera/query/grouped-sums';
import { isOfAggregates } from '@tessera/query/consolidation/own-groups';
import { dialects } from '@tessera/query/dialects/registry';
import { checkExpression } from '@tessera/query/sql-safety/check';
import { conditionsIn } from '@tessera/query/sql-safety/conditions';
import { givenPlace } from '@tessera/query/sql-safety/given-place';
import { checkPredicate } from '@tessera/query/sql-safety/predicate';
import { checkStatement } from '@tessera/query/sql-safety/statement';
import { tokenize, type SqlGrammar } from '@tessera/query/sql-safety/tokens';
import { untrustedStretch } from '@tessera/query/sql-safety/values';
import { countOfAffected } from '@tessera/query/sql-statements/affected';
import { boundNames } from '@tessera/query/sql-statements/bound-names';
import { classify } from '@tessera/query/sql-statements/classify';
import { ownLimit, withLimit } from '@tessera/query/sql-statements/limit';
import { splitStatements } from '@tessera/query/sql-statements/split';
import { countWork } from '../../testing/work-of.ts';
import { fromFirstWord, withoutEnd } from './statement-text.ts';
import { redactStatement } from '../../chart-data/edge/redact.ts';
import { duckdbPlace, mysqlPlace, sqlitePlace } from '../errors/error-positions.ts';
import { failedQuery } from '../errors/failure.ts';
import { placedInWritten } from './written-place.ts';

// Whoever reads user SQL on the event loop reads it with work that grows with its length and no faster.

/** A text is read whole at this length and at twice that. */
const LENGTH = 4000;

/** Repeated to a length: what nests, what is never closed, what looks like something else up to its end. */
const patterns: readonly string[] = [
  '(a) AND (',
  '((a) AND ',
  '(1=1) AND ',
  ') AND (',
  '- ',
  '--',
  '-- \n',
  '--\r',
  '(',
  ')',
  '()',
  '[',
  '{',
  "'",
  "''",
  "'a' ",
  '"',
  '"a" ',
  '`',
  '/*',
  '/**/',
  '*/',
  '/* ',
  'a,',
  ',',
  'a IN (',
  'a IN (b) ',
  'IN ',
  'a or ',
  "E'a' || ",
  "E'\\' ",
  '{{',
  '{{ a ',
  '{{ a }}',
  '{#',
  '{# #}',
  '{%',
  '{% a %}',
  '1',
  '1.',
  '1e',
  '0x',
  '.',
  ' ',
  '\n',
  '( ',
  'CASE WHEN ',
  'CASE WHEN a THEN ',
  'CAST(a AS ',
  'a.',
  'a',
  'é',
  ';',
  'SELECT ',
  'SELECT (',
  'WITH a AS (',
  'U&',
  '😀',
  '\\',
  "\\'",
  '$$',
  ':a',
  '?',
  'f(',
  'SUM(',
  'NULL ',
  'BETWEEN 1 AND ',
  'EXPLAIN ',
  '(ANALYZE) ',
  'INTO ',
  'a AS (SELECT b), ',
];
const textOf = (pattern: string, length: number): string =>
  pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);

type Reader = (text: string, grammar: SqlGrammar) => unknown;
const readers: Readonly<Record<string, Reader>> = {
  tokenize,
  conditionsIn,
  checkExpression,
  checkPredicate,
  checkStatement: (text, grammar) => checkStatement(`SELECT ${text}`, grammar),
  givenPlace: (text, grammar) => givenPlace(text, grammar, { line: 1, column: text.length - 10 }),
  groupedSums: (text, grammar) => groupedSums(`SELECT SUM(a) AS b, ${text} FROM t`, grammar),
  isOfAggregates: (text, grammar) => isOfAggregates({ kind: 'sql', sql: text }, grammar),
  untrustedStretch: (text, grammar) =>
    untrustedStretch(
      text,
      Array.from({ length: Math.floor(text.length / 100) }, (_, at) => ({ begin: at * 100, end: at * 100 + 5 })),
      new Set(),
      grammar,
    ),
  script: (text, grammar) => readScript(`EXPLAIN ${text}`, grammar),
  fromFirstWord,
  withoutEnd,
  places: (text) => [
    duckdbPlace(text, 'LINE 1: x'),
    sqlitePlace(text, 'near "a": syntax error'),
    mysqlPlace(text, "near 'a' at line 1"),
  ],
  placedInWritten: (text) =>
    placedInWritten(new Error('x'), {
      text,
      written: [{ kind: 'expression', sql: text.slice(0, text.length / 2), from: '' }],
    }),
};

/** What the SQL editor asks of a script before a database sees it. */
function readScript(text: string, grammar: SqlGrammar): unknown {
  const split = splitStatements(text, grammar);
  if (!split.ok) return split;
  return split.statements.map((statement) => [
    classify(statement, grammar),
    boundNames(statement, grammar),
    withLimit(statement, 1, grammar),
    ownLimit(statement.tokens, grammar),
    countOfAffected(statement),
  ]);
}

const grammars = Object.values(dialects).map(({ grammar }) => grammar);

const counter = countWork();
afterAll(counter.stop);

/** What a reader does with texts of a length, in every grammar. */
async function workOf(read: Reader, texts: readonly string[], length: number): Promise<number> {
  const { blocks, searched } = await counter.workOf(() => {
    for (const pattern of texts)
      for (const grammar of grammars) {
        try {
          read(textOf(pattern, length), grammar);
        } catch {
          // Most of these are refused.
        }
      }
  });
  return blocks + searched;
}

/** Twice the text is twice the work and a little; one that looks back at each place does four times as much. */
const isLinear = (single: number, double: number): boolean => double <= single * 2.2 + 10_000;

test.each(Object.entries(readers))('[attack 73] %s is linear in its text', async (name, read) => {
  await workOf(read, patterns, 100); // what is done once
  if (isLinear(await workOf(read, patterns, LENGTH), await workOf(read, patterns, LENGTH * 2))) return;
  const slow: string[] = [];
  for (const pattern of patterns) {
    const [single, double] = [await workOf(read, [pattern], LENGTH), await workOf(read, [pattern], LENGTH * 2)];
    if (!isLinear(single, double)) slow.push(`${name} of ${JSON.stringify(pattern)}: ${single}, then ${double}`);
  }
  expect.unreachable(`Not linear: ${slow.join('; ')}`);
});

test.each([
  ['sqlite', `no such column: ${'near "'.repeat(150_000)}`, 'source_column_missing'],
  ['duckdb', `Catalog Error: ${'schema \n\nLINE 1: '.repeat(60_000)}`, 'database_error'],
  ['sqlite', `near "aé${'a'.repeat(500_000)}": syntax error`, 'source_syntax'],
])('[attack 73] what %s says of a name of a megabyte is read at once', (dialect, reason, code) => {
  const error = failedQuery(dialect, { kind: 'database', reason }, `SELECT ${reason}`);
  expect(error).toMatchObject({ code, params: { reason: expect.stringMatching(/^[^]{4000}$/) } });
});

test('[attack 73] what is said in thousands of empty lines is redacted at once', () => {
  expect(redactStatement(`no: ${'\n'.repeat(4000)}x`)).toMatch(/x$/);
  expect(redactStatement('Parser Error: no \n\nLINE 1: SELECT secret\n  ^')).toBe('Parser Error: no');
});

test('[attack 73] texts of one sign are placed at once in a statement of more of it', () => {
  const many = Array.from({ length: 200 }, () => `1+2${'+1'.repeat(1000)}`);
  const text = `SELECT ${many.join(', ')}, 1${'+1'.repeat(200_000)}`;
  const written = many.map((sql) => ({ kind: 'expression' as const, sql, from: '' }));
  expect(placedInWritten(sourceError('source_syntax', 'x', { line: 1, column: 10 }), { text, written })).toMatchObject({
    params: { position: { line: 1, column: 3, in: 'expression' } },
  });
  const again = `x ${'a'.repeat(400_000)}`;
  const inside = [{ kind: 'query' as const, sql: 'a'.repeat(200_000) }];
  expect(
    placedInWritten(sourceError('source_syntax', 'x', { line: 1, column: 200_000 }), { text: again, written: inside }),
  ).toMatchObject({ params: { reason: 'x' } });
});

test('what is read is counted, and what looks back from each place is found', async () => {
  const text = textOf('a ', LENGTH);
  const { blocks } = await counter.workOf(() => tokenize(text, dialects.postgresql.grammar));
  expect(blocks).toBeGreaterThan(LENGTH);

  const looksBack: Reader = (text) => {
    let seen = 0;
    if (text.startsWith('/*')) for (let at = 0; at < text.length; at += 1) seen += text.lastIndexOf('x', at);
    return [seen, tokenize(text, dialects.postgresql.grammar)];
  };
  expect(isLinear(await workOf(looksBack, patterns, LENGTH), await workOf(looksBack, patterns, LENGTH * 2))).toBe(
    false,
  );
});
