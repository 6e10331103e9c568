import { expect, test } from 'vitest';
import { functionsOf } from './catalog-calls.ts';

test('functions have the words of the database first, then ours, and every name is there once', () => {
  const functions = functionsOf({
    function_names: ['sum', 'my_own', 'levenshtein'],
    functions: [
      {
        name: 'levenshtein',
        kind: 'scalar',
        description: 'How many letters differ.',
        signatures: [
          {
            args: [
              { name: 'one', type: 'VARCHAR' },
              { name: 'rest', type: null, isVariadic: true },
            ],
            returns: 'BIGINT',
          },
        ],
      },
      { name: 'SUM', kind: 'aggregate', description: null, signatures: [] },
    ],
  });
  expect([...functions.keys()]).toEqual(['sum', 'my_own', 'levenshtein']);
  expect(functions.get('levenshtein')).toEqual({
    name: 'levenshtein',
    kind: 'scalar',
    description: 'How many letters differ.',
    signatures: [
      {
        arguments: [
          { name: 'one', type: 'VARCHAR', isOptional: false, isVariadic: false },
          { name: 'rest', type: null, isOptional: false, isVariadic: true },
        ],
        returns: 'BIGINT',
      },
    ],
  });
  // The database knows the name alone: what it does is said by us.
  expect(functions.get('sum')).toMatchObject({ name: 'SUM', kind: 'aggregate', description: expect.any(String) });
  expect(functions.get('sum')?.signatures).toHaveLength(1);
  expect(functions.get('my_own')).toEqual({ name: 'my_own', kind: 'scalar', description: null, signatures: [] });
});
