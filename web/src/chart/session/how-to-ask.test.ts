import { expect, test } from 'vitest';
import { howToAsk } from './how-to-ask.ts';

const wish = (run: number, number: number, force: boolean) => ({ run, attempt: { number, force } });
const first = { run: 0, attempt: null };

test('the first question takes what is cached, unless the page was opened to force it', () => {
  expect(howToAsk(wish(0, 0, false), first)).toEqual({ isAgain: false, isForced: false });
  expect(howToAsk(wish(0, 0, true), first)).toEqual({ isAgain: false, isForced: true });
});

test('a forced refresh forces once; a later run or another question does not', () => {
  expect(howToAsk(wish(0, 1, true), { run: 0, attempt: 0 })).toEqual({ isAgain: true, isForced: true });
  expect(howToAsk(wish(1, 1, true), { run: 0, attempt: 1 })).toEqual({ isAgain: true, isForced: false });
  expect(howToAsk(wish(1, 1, true), { run: 1, attempt: 1 })).toEqual({ isAgain: false, isForced: false });
});

test('a retry asks again and takes what the server keeps', () => {
  expect(howToAsk(wish(0, 1, false), { run: 0, attempt: 0 })).toEqual({ isAgain: true, isForced: false });
  expect(howToAsk(wish(0, 2, false), { run: 0, attempt: 1 })).toEqual({ isAgain: true, isForced: false });
});
