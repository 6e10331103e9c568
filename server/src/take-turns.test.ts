import { expect, test } from 'vitest';
import { takeTurns } from './take-turns.ts';

test('who asks for much does not keep the others waiting: owners take turns, each in their own order', async () => {
  const ran: string[] = [];
  let running = 0;
  const once = takeTurns(async (call: string) => {
    running += 1;
    expect(running).toBe(1);
    await new Promise((resolve) => setTimeout(resolve, 1));
    ran.push(call);
    running -= 1;
    if (call === 'a2') throw new Error('a2 fails');
    return call.toUpperCase();
  }, (call) => call[0]);
  const asked = ['a1', 'a2', 'a3', 'a4', 'b1', 'c1', 'b2'].map((call) => once(call).catch((error: unknown) => (error instanceof Error ? error.message : error)));
  expect(await Promise.all(asked)).toEqual(['A1', 'a2 fails', 'A3', 'A4', 'B1', 'C1', 'B2']);
  expect(ran).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4']);
  expect(await once('d1')).toBe('D1');
});
