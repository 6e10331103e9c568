import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import { dialects } from '../dialects/registry.ts';
import { tokenize } from '../sql-safety/tokens.ts';
import type { StructuredQuery } from '../structured-query.ts';
import { compile } from './compile.ts';
import { cases } from './golden/cases.ts';

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(
      fc.constantFrom(
        '"',
        "'",
        '`',
        ']',
        '[',
        ';',
        '--',
        '/*',
        '*/',
        '\\',
        '$1',
        '?',
        ':a',
        ' OR 1=1',
        '\n',
        'x',
        '__proto__',
      ),
      { maxLength: 8 },
    )
    .map((parts) => parts.join('')),
);

function withText(name: string, label: string, value: string): StructuredQuery {
  const column = { kind: 'column', name, type: 'VARCHAR' } as const;
  const base = cases['raw-columns'];
  if (!base) throw new Error('the case is gone');
  return {
    ...base,
    dimensions: [{ label, expression: column }],
    measures: [{ label: `${label}#`, expression: { kind: 'aggregate', aggregate: 'MAX', of: column } }],
    where: {
      kind: 'and',
      of: [
        { kind: 'compare', op: '=', left: column, right: { kind: 'value', value } },
        { kind: 'in', left: column, values: [{ kind: 'value', value }], negated: true },
        { kind: 'compare', op: 'ILIKE', left: column, right: { kind: 'value', value } },
      ],
    },
    orderBy: [],
    seriesLimit: { dimensions: [label], limit: 3, by: { kind: 'count_rows' }, descending: true, groupOthers: true },
  };
}

for (const dialect of Object.values(dialects)) {
  describe(`dialect ${dialect.name}`, () => {
    // The same shape whatever the text: names stay one quoted token, values never reach the SQL.
    test('no name, label or value gets out of its quotes or parameters', () => {
      const shape = (query: StructuredQuery) => {
        const { text, parameters } = compile(query, { ...dialect, placeholder: () => '0' });
        const read = tokenize(text, dialect.grammar);
        if (!read.ok) throw new Error(read.reason);
        return {
          shape: read.tokens.map((token) => (token.kind === 'name' ? 'name' : token.text)),
          values: parameters.map((parameter) => (parameter.kind === 'value' ? parameter.value : parameter)),
        };
      };
      const plain = shape(withText('a', 'b', 'c'));
      fc.assert(
        fc.property(anyText, anyText, anyText, (name, label, value) => {
          fc.pre(!name.includes('\0'));
          const hostile = shape(withText(name, label, value));
          expect(hostile.shape).toEqual(plain.shape);
          expect(hostile.values).toEqual(plain.values.map((one) => (one === 'c' ? value : one)));
        }),
        { numRuns: runs(500) },
      );
    });

    // Owners of datasets write them.
    test.each([
      'DECIMAL) UNION ALL (SELECT secret FROM others',
      'NUMERIC(10, 2)) OR 1 IN (1',
      'bigint) or (1) in (1',
      'TIMESTAMP) IS NULL OR (TRUE',
    ])('[8.6-01] a type of a column gives a statement nothing but a type: %s', (type) => {
      const base = cases['raw-columns'];
      if (!base) throw new Error('the case is gone');
      const column = { kind: 'column', name: 'a', type } as const;
      for (const value of ['1.23456789012345678', 1, 2n, true]) {
        const bound = { kind: 'value', value } as const;
        const { text } = compile(
          {
            ...base,
            where: {
              kind: 'and',
              of: [
                { kind: 'compare', op: '=', left: column, right: bound },
                { kind: 'in', left: column, values: [bound], negated: false },
                { kind: 'time_range', left: column, since: 0, until: 1, columnType: type },
              ],
            },
          },
          dialect,
        );
        expect(text).not.toMatch(/UNION|OR \(?1|\bor \(|OR \(TRUE/);
      }
    });

    test('the row-level predicate stands in every WHERE', () => {
      const secured = cases['series-limit'];
      if (!secured) throw new Error('the case is gone');
      const { text } = compile(secured, dialect);
      const region = dialect.quote('region');
      expect(text.match(new RegExp(`WHERE ${region} = \\S+ AND`, 'g'))).toHaveLength(2);
    });

    test('placeholders stand in the order of the parameters', () => {
      const { text, parameters } = compile(withText('a', 'b', 'c'), dialect);
      expect(text.match(/\$\d+|\?|\{p\d+:String\}/g)).toEqual(
        parameters.map((_, index) => dialect.placeholder(index + 1)),
      );
    });
  });
}

// A number alone would be the place of a column, and PostgreSQL groups by no text that stands alone.
test.each([
  ['1', true],
  ['-1', true],
  ["( 'it''s' )", true],
  ["E'it\\'s'", true],
  ["e'a'", true],
  ['1.5e-3', true],
  ['NULL', true],
  ['1 + 1', false],
  ["'a' || 'b'", false],
  ["DATE '2024-01-01'", false],
  ['e', false],
])('whether an expression that is grouped by is a constant: %s', (sql, isConstant) => {
  const base = cases['raw-columns'];
  if (!base) throw new Error('the case is gone');
  const { text } = compile(
    { ...base, dimensions: [{ label: 'one', expression: { kind: 'sql', sql, type: null } }], measures: [] },
    dialects.postgresql,
  );
  expect(text).toContain(`GROUP BY ${isConstant ? `CASE WHEN 1 = 1 THEN ${sql} END` : sql}\n`);
});

describe('of many texts of users, the one that is refused is shown', () => {
  const asked = (measure: string, filter: string, isRule = false): (() => unknown) => {
    const base = cases['raw-columns'];
    if (!base) throw new Error('the case is gone');
    const written = { kind: 'sql', sql: filter, ...(isRule && { isRule: true }) } as const;
    return () =>
      compile(
        {
          ...base,
          measures: [
            { label: 'good', expression: { kind: 'sql', sql: 'SUM(a)', type: null } },
            { label: 'm', expression: { kind: 'sql', sql: measure, type: null } },
          ],
          where: written,
        },
        dialects.duckdb,
      );
  };
  test.each([
    ['a metric', asked('SUM(a', 'a > 1'), 'Invalid SQL clause: Unclosed parenthesis, in: SUM(a'],
    [
      'a filter',
      asked('SUM(a)', 'a >\n  summ(1)'),
      'Invalid SQL clause: the function summ is not on the list of functions that may be called, in: a > summ(1)',
    ],
    ['an empty text', asked(' ', 'a > 1'), 'Invalid SQL clause: it is empty'],
    [
      'a long text',
      asked(`SUM(${'a + '.repeat(40)}`, 'a > 1'),
      `Invalid SQL clause: Unclosed parenthesis, in: SUM(${'a + '.repeat(14).trimEnd()}…`,
    ],
    [
      'a row-level rule, which keeps its text',
      asked('SUM(a)', "team = 'secret", true),
      'Invalid SQL clause: a text literal is not closed',
    ],
  ])('%s', (_, ask, message) => {
    expect(ask).toThrow(expect.objectContaining({ code: 'invalid_sql_clause', message }));
  });
});
