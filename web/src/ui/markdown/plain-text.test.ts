import { expect, test } from 'vitest';
import { plainText } from './plain-text.ts';

test('marks go and words stay', () => {
  expect(plainText('# Delays\n\n**Late** flights, see [the *guide*](https://example.com/a_b).\n\n- one\n- `two`')).toBe(
    'Delays Late flights, see the guide. one two',
  );
  expect(plainText('arr_delay > 15 and <b>HTML</b> 2 * 3')).toBe('arr_delay > 15 and <b>HTML</b> 2 * 3');
});
