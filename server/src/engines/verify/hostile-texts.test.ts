import { expect, test } from 'vitest';
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
import { limits } from '../../chart-data/limits.ts';
import { fromFirstWord, withoutEnd } from './statement-text.ts';
import { duckdbPlace, mysqlPlace, sqlitePlace } from '../errors/error-positions.ts';
import { placedInWritten } from './written-place.ts';

// Whoever reads user SQL on the event loop reads it in time that grows with its length and no faster.

const LENGTH = limits.sentSql / 2;

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
];
const textOf = (pattern: string): string => pattern.repeat(Math.ceil(LENGTH / pattern.length)).slice(0, LENGTH);

type Reader = (text: string, grammar: SqlGrammar) => unknown;
const readers: Readonly<Record<string, Reader>> = {
  tokenize,
  conditionsIn,
  checkExpression,
  'checkExpression of the longest': (text, grammar) => checkExpression(text.slice(0, 20_000), grammar),
  'checkPredicate of the longest': (text, grammar) => checkPredicate(text.slice(0, 20_000), grammar),
  checkStatement: (text, grammar) => checkStatement(`SELECT ${text}`, grammar),
  givenPlace: (text, grammar) => givenPlace(text, grammar, { line: 1, column: LENGTH - 10 }),
  groupedSums: (text, grammar) => groupedSums(`SELECT SUM(a) AS b, ${text} FROM t`, grammar),
  isOfAggregates: (text, grammar) => isOfAggregates({ kind: 'sql', sql: text }, grammar),
  untrustedStretch: (text, grammar) =>
    untrustedStretch(
      text,
      Array.from({ length: 500 }, (_, at) => ({ begin: at * 100, end: at * 100 + 5 })),
      new Set(),
      grammar,
    ),
  fromFirstWord,
  withoutEnd,
  places: (text) => [
    duckdbPlace(text, 'LINE 1: x'),
    sqlitePlace(text, 'near "a": syntax error'),
    mysqlPlace(text, "near 'a' at line 1"),
  ],
  placedInWritten: (text) =>
    placedInWritten(new Error('x'), { text, written: [{ kind: 'expression', sql: text.slice(0, 20_000), from: '' }] }),
};

/** A linear reader takes 2 to 30 ms; one that looks at each place from each place takes minutes. */
const BOUND_MS = 400;

test.each(Object.entries(readers))('[attack 73] %s is linear in its text', (name, read) => {
  const slow: string[] = [];
  const grammars = Object.values(dialects).map(({ grammar }) => grammar);
  for (const pattern of patterns) {
    const text = textOf(pattern);
    for (const grammar of grammars) {
      let best = Infinity;
      for (let round = 0; round < 4 && best > BOUND_MS; round += 1) {
        const before = process.cpuUsage();
        try {
          read(text, grammar);
        } catch {
          // Most of these are refused.
        }
        const { user, system } = process.cpuUsage(before);
        best = Math.min(best, (user + system) / 1000);
      }
      if (best > BOUND_MS)
        slow.push(`${name} of ${JSON.stringify(pattern)} by ${grammar.name}: ${Math.round(best)} ms`);
    }
  }
  expect(slow).toEqual([]);
});
