import { expect, test } from 'vitest';
import type { Cell } from '@tessera/core/table';
import { createDecimalShape, isOpenDecimal } from './decimal-shape.ts';

const typeOf = (cells: readonly Cell[]): string => {
  const shape = createDecimalShape();
  for (const cell of cells) shape.add(cell);
  return shape.exactType();
};

test.each([
  ['DECIMAL(18, 2)', ['9007199254740993.25', 1.5]],
  ['DECIMAL(29, 9)', ['12345678901234567890.123456789', null, -0.5]],
  ['BIGINT', [1, 2, null]],
  ['DECIMAL(9, 7)', [1e-7, 12]],
  ['DECIMAL(38, 0)', [12345678901234567890n, 1]],
  ['DECIMAL(22, 2)', [12345678901234567890n, 0.25]],
  ['VARCHAR', [`${'9'.repeat(38)}.5`]],
  ['VARCHAR', [`${'9'.repeat(30)}.5`, 1e-9]],
  ['VARCHAR', ['Infinity', 1]],
  ['DOUBLE', [1e300, 0.5]],
  ['DOUBLE', [Number.NaN, null]],
  ['DOUBLE', []],
] as const)('a column of type %s holds decimals without loss, row %#', (type, cells) => {
  expect(typeOf(cells)).toBe(type);
});

test.each([
  ['DECIMAL(38, 12)', ['12345678901234567890123456.123456789012345678', 9, 0.1]],
  ['DECIMAL(38, 0)', [`${'9'.repeat(38)}.5`]],
  ['BIGNUM', [2n ** 255n, 9]],
  ['DOUBLE', [`${'9'.repeat(60)}.5`, 9]],
  ['VARCHAR', ['Infinity', 1]],
  ['DOUBLE', [1e300, 0.5]],
  ['DECIMAL(18, 2)', ['9007199254740993.25', 1.5]],
] as const)('a column of type %s sorts decimals by value, row %#', (type, cells) => {
  const shape = createDecimalShape();
  for (const cell of cells) shape.add(cell);
  expect(shape.numericType()).toBe(type);
});

test('a decimal without precision takes its type from its values, and no other column does', () => {
  const types = ['NUMERIC', 'DECIMAL', 'decimal unsigned', 'Nullable(Decimal(76, 2))', 'DECIMAL(9, 2)', 'DOUBLE', null];
  expect(types.map((type) => isOpenDecimal({ name: 'a', kind: 'numeric', type }))).toEqual([
    true,
    true,
    true,
    true,
    false,
    false,
    false,
  ]);
});
