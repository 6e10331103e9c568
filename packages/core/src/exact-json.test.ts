import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseExactJson, printExactJson } from './exact-json.ts';

test.each<[string, unknown]>([
  ['9007199254740993', 9007199254740993n],
  ['-9007199254740993', -9007199254740993n],
  ['9007199254740991', 9007199254740991],
  ['[1, 12345678901234567890,{"a":-12345678901234567890}]', [1, 12345678901234567890n, { a: -12345678901234567890n }]],
  ['1.2345678901234567890', Number('1.2345678901234567890')],
  ['12345678901234567890.5', Number('12345678901234567890.5')],
  ['1e1234567890123456', Infinity],
  ['1e-1234567890123456', 0],
  ['12345678901234567890e1', Number('12345678901234567890e1')],
  ['"12345678901234567890"', '12345678901234567890'],
  ['{"12345678901234567890":"\\" 12345678901234567890"}', { '12345678901234567890': '" 12345678901234567890' }],
  ['0', 0],
])('%s is read without loss', (text, value) => expect(parseExactJson(text)).toEqual(value));

test.each([
  '0000000000000000001',
  '12345678901234567890 12345678901234567890',
  '[12345678901234567890',
  '--12345678901234567890',
  '12345678901234567890a',
])('%s is no JSON', (text) => {
  expect(() => parseExactJson(text)).toThrow(SyntaxError);
});

test('a text that looks like the mark of an integer stays a text', () => {
  expect(parseExactJson('["\\u0000integer 5", 12345678901234567890]')).toEqual([
    '\u0000integer 5',
    12345678901234567890n,
  ]);
  const value = ['\u0000integer 5', 12345678901234567890n];
  expect(parseExactJson(printExactJson(value))).toEqual(value);
});

test('a value is the same after printing and reading', () => {
  const integer = fc
    .bigInt({ min: -(10n ** 39n), max: 10n ** 39n })
    .map((value) => (Number.isSafeInteger(Number(value)) ? Number(value) : value));
  const value = fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      integer,
      fc.string(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        fc.string().filter((key) => key !== '__proto__'),
        tie('value'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  })).value;
  fc.assert(
    fc.property(value, (given) => {
      expect(parseExactJson(printExactJson(given))).toEqual(given);
    }),
  );
});

test('a long integer is found wherever it stands, and shorter ones beside it are none', () => {
  for (let offset = 0; offset < 40; offset += 1) {
    const before = Array.from({ length: offset }, (_, at) => at % 10);
    const text = `[${before.join(',')}${offset > 0 ? ',' : ''}123456789012345,9007199254740993]`;
    expect(parseExactJson(text)).toEqual([...before, 123456789012345, 9007199254740993n]);
    expect(parseExactJson(`"${'x'.repeat(offset)}9007199254740993"`)).toBe(`${'x'.repeat(offset)}9007199254740993`);
  }
});
