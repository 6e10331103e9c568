import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { sourceError } from '@tessera/core/errors/source-error';
import { analyst, guestLike } from '../../testing/pipeline.ts';
import { anonymous, type Principal } from '../../principal.ts';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { redact, type RedactionFacts } from './redact.ts';

const NO_RULES: RedactionFacts = { plans: [] };
const guest = guestLike(analyst);
const plain = { ...analyst, grants: new Set<string>() };
const told = (error: AppError): readonly string[] =>
  [analyst, plain, guest].map((principal) => (redact(error, principal, NO_RULES) as AppError).message);

test('expressions and lines of templates are disclosed to those who may see SQL', () => {
  const clause = new AppError('invalid_sql_clause', { reason: 'Unclosed parenthesis', text: 'SUM(salary' });
  const brief = 'Invalid SQL clause: Unclosed parenthesis';
  expect(told(clause)).toEqual([`${brief}, in: SUM(salary`, brief, brief]);
  const template = new AppError('template_invalid', {
    reason: 'unexpected end (line 2)\n   2 | SUM(salary) {{ x\n     |            ^',
  });
  const line = 'The template cannot be rendered: unexpected end (line 2)';
  expect(told(template)).toEqual([template.message, line, line]);
});

test('[attack 64] the words of a database are for users who sign in', () => {
  for (const code of ['database_error', 'source_syntax', 'statement_refused', 'statement_writes'] as const) {
    const error = new AppError(code, { reason: 'host db-7 says no' });
    expect(told(error)).toEqual([error.message, error.message, 'Error: the query failed']);
  }
  const timeout = new AppError('query_timeout', { seconds: 3 });
  expect(told(timeout)).toEqual([timeout.message, timeout.message, timeout.message]);
});

test('where a text is wrong is for those who may see it', () => {
  const error = sourceError('source_syntax', 'near "salary"', { line: 2, column: 3, in: 'query' });
  const places = [analyst, plain, guest].map(
    (principal) => (redact(error, principal, NO_RULES) as AppError<'source_syntax'>).params.position,
  );
  expect(places).toEqual([{ line: 2, column: 3, in: 'query' }, undefined, undefined]);
  expect(redact(error, plain, NO_RULES)).toMatchObject({ code: 'source_syntax', message: error.message });
});

test('the statement that a database quotes around what it refuses is for those who may see it', () => {
  const quoting = (reason: string): AppError => sourceError('source_column_missing', reason, null);
  expect(
    told(
      quoting(
        'Unknown identifier `nocol` in scope SELECT nocol + 1 AS x__ FROM (SELECT a FROM t WHERE b != ' +
          "'SECRET') AS virtual_table LIMIT 5",
      ),
    )[1],
  ).toBe('Error: Unknown identifier `nocol`');
  expect(
    told(
      quoting(
        'Binder Error: Referenced column "nocol" not found!\n\nLINE 3: WHERE b = \'SECRET\' AND ' +
          'nocol\n                          ^',
      ),
    )[1],
  ).toBe('Error: Binder Error: Referenced column "nocol" not found!');
  expect(told(quoting('column "nocol" does not exist'))[1]).toBe(told(quoting('column "nocol" does not exist'))[0]);
});

const ana: Principal = { ...anonymous, kind: 'user', userId: 5, grants: new Set(['can_view_query Tessera']) };
const limited = {
  query: { security: { kind: 'sql', sql: "team = 'x'", isRule: true } } as unknown as StructuredQuery,
  textHoldsRules: false,
};
const toldUnderRules = (error: AppError, principal: Principal = ana, plan = limited): string =>
  (redact(error, principal, { plans: [plan] }) as Error).message;

test('what is wrong with an expression of their own is disclosed to users with row-level rules', () => {
  const own = new AppError('invalid_sql_clause', { reason: 'Unclosed parenthesis', text: 'SUM(a' });
  const ofRule = new AppError('invalid_sql_clause', { reason: 'syntax error at or near "team"' });
  const ofDatabase = new AppError('database_error', { reason: "could not convert 'secret'" });
  expect(toldUnderRules(own)).toBe('Invalid SQL clause: Unclosed parenthesis, in: SUM(a');
  expect(toldUnderRules(ofRule)).not.toContain('team');
  expect(toldUnderRules(ofDatabase)).not.toContain('secret');
  // A text that holds the rules itself is not quoted either.
  expect(toldUnderRules(own, ana, { ...limited, textHoldsRules: true })).not.toContain('SUM');
  expect(toldUnderRules(ofDatabase, { ...ana, isAdmin: true })).toContain('secret');
});

test('where rules apply an error says its kind in words, and none of the words of the database', () => {
  expect(toldUnderRules(new AppError('source_column_missing', { reason: 'no such column: secret' }))).toBe(
    'Error: the query names a column that the database does not find; its words are not shown where row-level ' +
      'rules apply',
  );
  expect(toldUnderRules(new AppError('source_syntax', { reason: 'near "secret"' }))).toContain(
    'the database cannot read the query',
  );
  expect(toldUnderRules(new AppError('database_error', { reason: 'secret' }))).toContain(
    'the database refused the query',
  );
});
