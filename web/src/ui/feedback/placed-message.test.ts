import { expect, test } from 'vitest';
import { placedMessage } from './placed-message.ts';

test('a message says where in the text, as far as the database does', () => {
  expect([
    placedMessage('Error: no', { line: 2, column: 5 }),
    placedMessage('Error: no', { line: 2, column: null }),
    placedMessage('Error: no', null),
  ]).toEqual(['Line 2, column 5: Error: no', 'Line 2: Error: no', 'Error: no']);
});

test('the picture that a database draws of the place gives way to the place in words', () => {
  const said = 'Error: "delai" not found\n\nLINE 3: WHERE delai > 3\n              ^';
  expect([placedMessage(said, { line: 3, column: 7 }), placedMessage(said, null)]).toEqual([
    'Line 3, column 7: Error: "delai" not found',
    said,
  ]);
});
