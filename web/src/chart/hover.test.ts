import type { Mark } from '@tessera/viz/marks';
import { expect, test } from 'vitest';
import { createHover } from './hover.ts';

const mark = (key: string): Mark => ({ key, name: key, series: null, datum: {}, filters: [] });

/** A hover whose wait ends when the test says so. */
function hoverOf() {
  const reported: (string | null)[] = [];
  let waiting: (() => void) | null = null;
  const hover = createHover(
    (one) => reported.push(one?.key ?? null),
    (run) => {
      waiting = run;
      return () => {
        waiting = null;
      };
    },
  );
  return { reported, hover, rest: () => waiting?.() };
}

test('a mark is reported when the pointer rests on it, once, however the pointer moves there', () => {
  const { reported, hover, rest } = hoverOf();
  let made = 0;
  const find = () => {
    made += 1;
    return mark('a');
  };
  hover('a', find);
  hover('a', find);
  rest();
  hover('a', find);
  expect([reported, made]).toEqual([['a'], 1]);
  hover(null);
  rest();
  expect(reported).toEqual(['a', null]);
});

test('of marks that the pointer passes over none is made and none is reported', () => {
  const { reported, hover, rest } = hoverOf();
  const never = () => {
    throw new Error('nobody rested here');
  };
  hover('a', never);
  hover('b', never);
  hover('c', () => mark('c'));
  rest();
  expect(reported).toEqual(['c']);
});

test('leaving a picture where nothing was reported says nothing', () => {
  const { reported, hover, rest } = hoverOf();
  hover('ground', () => undefined);
  rest();
  hover(null);
  rest();
  expect(reported).toEqual([]);
});
