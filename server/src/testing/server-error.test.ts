import { expect, test } from 'vitest';
import { causeOf } from './test-app.ts';

test('the cause of a server error is what the log says of it, with its stack', () => {
  const request = JSON.stringify({ level: 30, msg: 'request' });
  const failed = JSON.stringify({
    level: 50,
    err: { type: 'SqliteError', message: 'no such table: widgets', stack: 'at find (store.ts:12:5)' },
    msg: 'request failed',
  });
  expect(causeOf([request, failed])).toBe('SqliteError\nno such table: widgets\nat find (store.ts:12:5)');
  expect(causeOf([request])).toBe('The server answered 500 and logged no cause.');
});
