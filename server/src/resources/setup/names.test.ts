import { expect, test } from 'vitest';
import { namesGiven, namesOfUsername } from './names.ts';

test.each([
  ['admin', 'Admin', ''],
  ['ada.lovelace', 'Ada', 'Lovelace'],
  ['ada_van-der lovelace@example.com', 'Ada', 'Van Der Lovelace'],
  ['@', '@', ''],
  ['x'.repeat(128), `X${'x'.repeat(63)}`, ''],
])('the user name %s makes the first name "%s" and the last name "%s"', (username, first, last) => {
  expect(namesOfUsername(username)).toEqual({ first_name: first, last_name: last });
});

test('who gives one of the two names is not given the other', () => {
  expect(namesGiven('ada.lovelace', 'Grace', null)).toEqual({ first_name: 'Grace', last_name: '' });
  expect(namesGiven('ada.lovelace', null, 'Hopper')).toEqual({ first_name: 'Ada', last_name: 'Hopper' });
  expect(namesGiven('ada.lovelace', null, null)).toEqual({ first_name: 'Ada', last_name: 'Lovelace' });
});
