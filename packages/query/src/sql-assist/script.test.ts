import fc from 'fast-check';
import { runs } from '@tessera/core/fixtures/runs';
import { expect, test } from 'vitest';
import { assistDialectOf } from './dialects.ts';
import { readScript, statementAt, statementsOf } from './script.ts';

const duckdb = assistDialectOf('duckdb');

function kinds(text: string, engine = 'duckdb'): readonly string[] {
  const [first] = readScript(text, assistDialectOf(engine)).fragments;
  return (first?.fragment.tokens ?? []).map(({ kind, from, to }) => `${kind} ${text.slice(from, to)}`);
}

test.each([
  ["SELECT 'it''s', 1.5e3", 'duckdb', ['word SELECT', "string 'it''s'", 'symbol ,', 'number 1.5e3']],
  ['a::int', 'duckdb', ['word a', 'symbol ::', 'word int']],
  ['"a ""b""" `c`', 'sqlite', ['name "a ""b"""', 'name `c`']],
  ['[a b]', 'sqlite', ['name [a b]']],
  ['"text" `name` # note', 'mysql', ['string "text"', 'name `name`']],
  ["'a\\'b' c", 'mysql', ["string 'a\\'b'", 'word c']],
  ["E'a\\'b' 'c\\'", 'postgresql', ['word E', "string 'a\\'b'", "string 'c\\'"]],
  ['$$ a; b $$ $1', 'postgresql', ['string $$ a; b $$', 'symbol $', 'number 1']],
  ['/* a /* b */ c */ d', 'postgresql', ['word d']],
  ['/* a /* b */ c', 'mysql', ['word c']],
  ['größe ÄÖ_1 λ', 'duckdb', ['word größe', 'word ÄÖ_1', 'word λ']],
  ["{{ f('}}', {'a': 1}) }} {% if x %} y {# {{ #}", 'duckdb', ["template {{ f('}}', {'a': 1}) }}", 'word y']],
  ["'{{ x['a'] }}' b", 'duckdb', ["string '{{ x['a'] }}'", 'word b']],
  ["'{{ start }}; ' b", 'duckdb', ["string '{{ start }}; '", 'word b']],
])('%s of %s is cut into its fragments', (text, engine, expected) => {
  expect(kinds(text, engine)).toEqual(expected);
});

test('what is not closed ends with its line', () => {
  expect(kinds('WHERE a = \'x\nAND b = {{ c\nAND "d\ne')).toEqual([
    'word WHERE',
    'word a',
    'symbol =',
    "string 'x",
    'word AND',
    'word b',
    'symbol =',
    'template {{ c',
    'word AND',
    'name "d',
    'word e',
  ]);
});

test('a script is its statements; a semicolon in a text, a name, a comment or a tag ends none', () => {
  const text = `-- first; one\nSELECT ';' AS "a;b" /* ; */ FROM {{ f(';') }};\n;\n  SELECT 2 -- last`;
  expect(statementsOf(readScript(text, duckdb)).map(({ text: sql, from, to }) => [sql, from, to])).toEqual([
    [`SELECT ';' AS "a;b" /* ; */ FROM {{ f(';') }}`, 14, 59],
    ['SELECT 2', 65, 73],
  ]);
  expect(statementsOf(readScript('', duckdb))).toEqual([]);
});

test.each([
  ['|SELECT 1; SELECT 2', 'SELECT 1'],
  ['SELECT 1;| SELECT 2', 'SELECT 1'],
  ['SELECT 1; |SELECT 2', 'SELECT 2'],
  ['SELECT 1;\n\n-- note\n|\nSELECT 2', 'SELECT 2'],
  ['SELECT 1;\n|\n\n\nSELECT 2', 'SELECT 1'],
  ['SELECT 1;\n\n|', 'SELECT 1'],
  ['\n|\nSELECT 1', 'SELECT 1'],
  ['-- only a note|', null],
])('the statement that a cursor means: %s', (marked, expected) => {
  const at = marked.indexOf('|');
  expect(statementAt(readScript(marked.replace('|', ''), duckdb), at)?.text ?? null).toBe(expected);
});

test('a key in a script of a megabyte reads the statement that it is typed in', () => {
  const text = 'SELECT a, b, c FROM some_table WHERE d = 1;\n'.repeat(24_000);
  const before = readScript(text, duckdb);
  const at = text.indexOf('WHERE', 500_000);
  const after = readScript(`${text.slice(0, at)}x${text.slice(at)}`, duckdb, before);
  expect(text.length).toBeGreaterThan(1_000_000);
  expect(after.charactersRead).toBeLessThan(200);
  expect(after.fragments).toHaveLength(before.fragments.length);
  // A semicolon more, and the two that it made are read.
  const split = readScript(`${text.slice(0, at)};${text.slice(at)}`, duckdb, before);
  expect(split.charactersRead).toBeLessThan(200);
  expect(split.fragments).toHaveLength(before.fragments.length + 1);
});

test('a script that changes is the script that is read anew', () => {
  const part = fc.constantFrom(
    'SELECT ',
    'a',
    ';',
    '\n',
    "'",
    '"',
    '`',
    '--',
    '/*',
    '*/',
    '{{',
    '}}',
    '{%',
    '%}',
    '$$',
    '(',
    ' ',
    'é',
    '\\',
  );
  const text = fc.array(part, { maxLength: 30 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, text, fc.constantFrom('duckdb', 'mysql', 'postgresql'), (head, inserted, tail, engine) => {
      const dialect = assistDialectOf(engine);
      const before = readScript(head + tail, dialect);
      const after = readScript(head + inserted + tail, dialect, before);
      const fresh = readScript(head + inserted + tail, dialect);
      expect(after.fragments).toEqual(fresh.fragments);
      expect(after.fragments.map(({ fragment }) => fragment.text).join('')).toBe(head + inserted + tail);
    }),
    { numRuns: runs(1000) },
  );
});
