import { Type } from 'typebox';
import { expect, test } from 'vitest';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { validatorCompiler } from './validation.ts';

const Body = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 3 }),
    limit: Type.Optional(Type.Union([Type.Integer({ minimum: 1 }), Type.Null()])),
    way: Type.Optional(Type.Union([Type.Literal('asc'), Type.Literal('desc')])),
    rows: Type.Optional(Type.Array(Type.Object({ x: Type.Integer() }, { additionalProperties: false }))),
  },
  { additionalProperties: false },
);

function complaints(value: unknown): unknown {
  const verdict = validatorCompiler({ schema: Body, method: 'POST', url: '/', httpPart: 'body' })(value);
  const error = typeof verdict === 'object' && 'error' in verdict ? verdict.error : null;
  if (!(error instanceof AppError)) return null;
  return isAppError(error, 'invalid_fields') ? error.params.fields : error.message;
}

test.each([
  [{}, { name: ['Missing data for required field.'] }],
  [
    { name: 'a', extra: 1, ['__proto__x']: 2 },
    { extra: ['Unknown field.'], __proto__x: ['Unknown field.'] },
  ],
  [{ name: '' }, { name: ['Field may not be empty.'] }],
  [{ name: 'long name' }, { name: ['Longer than maximum length 3.'] }],
  [{ name: 7 }, { name: ['Not a valid string.'] }],
  [{ name: null }, { name: ['Field may not be null.'] }],
  [{ name: 'a', limit: 'x' }, { limit: ['Not a valid integer.'] }],
  [{ name: 'a', limit: 0 }, { limit: ['Must be greater than or equal to 1.'] }],
  [{ name: 'a', limit: Infinity }, { limit: ['Not a valid integer.'] }],
  [{ name: 'a', way: 'up' }, { way: ['Must be one of: asc, desc.'] }],
  [{ name: 'a', rows: [{ x: '1', y: 2 }] }, { rows: ['0.y: Unknown field.', '0.x: Not a valid integer.'] }],
  ['text', 'Request is not JSON'],
  [[1], 'Request is not JSON'],
  [{ name: 'a', limit: null, way: 'asc', rows: [] }, null],
])('%j answers %j', (value, expected) => {
  expect(complaints(value)).toEqual(expected);
});

test('a path id that is no number is an object that does not exist', () => {
  const check = validatorCompiler({
    schema: Type.Object({ id: Type.Integer() }),
    method: 'GET',
    url: '/',
    httpPart: 'params',
  });
  expect(check({ id: '12' })).toEqual({ value: { id: 12 } });
  for (const id of ["1' OR", '1.5', 'true', '1e3', ' 1', '', '1\0'])
    expect([id, check({ id })]).toEqual([
      id,
      expect.objectContaining({ error: expect.objectContaining({ status: 404 }) }),
    ]);
});
