import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { sourceError } from '@tessera/core/errors/source-error';
import { analyst } from '../testing/pipeline.ts';
import { discreet } from './discreet.ts';

const guest = { ...analyst, kind: 'guest' as const };
const plain = { ...analyst, grants: new Set<string>() };
const told = (error: AppError): readonly string[] =>
  [analyst, plain, guest].map((actor) => (discreet(error, actor) as AppError).message);

test('expressions and lines of templates are told to those who may see SQL', () => {
  const clause = new AppError('invalid_sql_clause', { reason: 'Unclosed parenthesis', text: 'SUM(salary' });
  const brief = 'Invalid SQL clause: Unclosed parenthesis';
  expect(told(clause)).toEqual([`${brief}, in: SUM(salary`, brief, brief]);
  const template = new AppError('template_invalid', {
    reason: 'unexpected end (line 2)\n   2 | SUM(salary) {{ x\n     |            ^',
  });
  const line = 'The template cannot be rendered: unexpected end (line 2)';
  expect(told(template)).toEqual([template.message, line, line]);
});

test('[attack 64] the words of a database are for people who sign in', () => {
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
    (actor) => (discreet(error, actor) as AppError<'source_syntax'>).params.position,
  );
  expect(places).toEqual([{ line: 2, column: 3, in: 'query' }, undefined, undefined]);
  expect(discreet(error, plain)).toMatchObject({ code: 'source_syntax', message: error.message });
});

test('the statement that a database quotes around what it refuses is for those who may see it', () => {
  const quoting = (reason: string): AppError => sourceError('source_column_missing', reason, null);
  expect(
    told(
      quoting(
        "Unknown identifier `nocol` in scope SELECT nocol + 1 AS x__ FROM (SELECT a FROM t WHERE b != 'SECRET') AS virtual_table LIMIT 5",
      ),
    )[1],
  ).toBe('Error: Unknown identifier `nocol`');
  expect(
    told(
      quoting(
        'Binder Error: Referenced column "nocol" not found!\n\nLINE 3: WHERE b = \'SECRET\' AND nocol\n                          ^',
      ),
    )[1],
  ).toBe('Error: Binder Error: Referenced column "nocol" not found!');
  expect(told(quoting('column "nocol" does not exist'))[1]).toBe(told(quoting('column "nocol" does not exist'))[0]);
});
