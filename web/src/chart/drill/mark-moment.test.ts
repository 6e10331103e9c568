import { tableOf, packedColumn } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { hasNulls } from './mark-moment.ts';

test('rows without a value are found among texts and among packed numbers', () => {
  const table = tableOf([
    packedColumn('city', 'string', ['Berlin', null]),
    packedColumn('delay', 'numeric', [1.5, null]),
    packedColumn('flights', 'numeric', [1, 0]),
  ]);
  expect(['city', 'delay', 'flights', 'absent'].map((column) => hasNulls([{ table }], column))).toEqual([
    true,
    true,
    false,
    false,
  ]);
});
