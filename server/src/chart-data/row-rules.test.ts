import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { anonymous, type Actor } from '../actor.ts';
import { withoutQuotes } from './row-rules.ts';

const ana: Actor = { ...anonymous, kind: 'user', userId: 5 };
const limited = {
  query: { security: { kind: 'sql', sql: "team = 'x'", isRule: true } } as unknown as StructuredQuery,
  textHoldsRules: false,
};
const told = (error: AppError, actor: Actor = ana, plan = limited): string =>
  (withoutQuotes(error, actor, plan) as Error).message;

test('what is wrong with an expression of their own is told to people with row-level rules; what the database says is not', () => {
  const own = new AppError('invalid_sql_clause', { reason: 'Unclosed parenthesis', text: 'SUM(a' });
  const ofRule = new AppError('invalid_sql_clause', { reason: 'syntax error at or near "team"' });
  const ofDatabase = new AppError('database_error', { reason: "could not convert 'secret'" });
  expect(told(own)).toBe('Invalid SQL clause: Unclosed parenthesis, in: SUM(a');
  expect(told(ofRule)).not.toContain('team');
  expect(told(ofDatabase)).not.toContain('secret');
  // A text that holds the rules itself is not quoted either.
  expect(told(own, ana, { ...limited, textHoldsRules: true })).not.toContain('SUM');
  expect(told(ofDatabase, { ...ana, isAdmin: true })).toContain('secret');
});

test('where rules apply an error says its kind in words, and none of the words of the database', () => {
  expect(told(new AppError('source_column_missing', { reason: 'no such column: secret' }))).toBe(
    'Error: the query names a column that the database does not find; its words are not shown where row-level rules apply',
  );
  expect(told(new AppError('source_syntax', { reason: 'near "secret"' }))).toContain(
    'the database cannot read the query',
  );
  expect(told(new AppError('database_error', { reason: 'secret' }))).toContain('the database refused the query');
});
