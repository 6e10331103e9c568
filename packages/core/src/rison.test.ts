import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRison, parseRisonOrJson, type RisonValue, toRison } from './rison.ts';

const read = (text: string) => {
  const parsed = parseRison(text);
  return parsed.ok ? parsed.value : parsed.reason;
};

test.each([
  ['(columns:!(a,b.c),page:0,page_size:-1)', { columns: ['a', 'b.c'], page: 0, page_size: -1 }],
  ["(filters:!((col:x,opr:eq,value:'it!'s !! ok')))", { filters: [{ col: 'x', opr: 'eq', value: "it's ! ok" }] }],
  ['!(!t,!f,!n)', [true, false, null]],
  ['!()', []],
  ['()', {}],
  ["''", ''],
  ['1.5e-3', 0.0015],
  ['-0.5', -0.5],
  ['(1:x)', { 1: 'x' }],
  ["('a b':1)", { 'a b': 1 }],
  ['żółw./~;', 'żółw./~;'],
])('rison %s', (text, want) => {
  expect(read(text)).toEqual(want);
});

test.each([
  ['', 'a value is missing at position 1'],
  ['!x', 'unknown literal "!x" at position 1'],
  ['(a)', '":" is missing after the key "a" at position 3'],
  ['(a:1', '")" is missing at position 5'],
  ['!(1,)', 'unexpected ")" at position 5'],
  ['(a:1,a:2)', 'the key "a" stands twice at position 7'],
  ["'open", 'the quote is not closed at position 1'],
  ["'a!b'", 'unknown escape "!b" at position 4'],
  ['(!t:1)', 'a key must be text at position 4'],
  ['2024-01-01', 'invalid number (quote text that begins with a digit or "-") at position 1'],
  ['007', 'invalid number (quote text that begins with a digit or "-") at position 1'],
  ['1e309', 'the number 1e309 is out of range at position 6'],
  ['a b', 'unexpected " " after the value at position 2'],
  ['(a:1)x', 'unexpected "x" after the value at position 6'],
  ['@x', 'unexpected "@" at position 1'],
])('rison %s is refused with the place', (text, reason) => {
  expect(parseRison(text)).toEqual({ ok: false, reason });
});

test('64 levels are read, 65 are refused, and ten thousand do not overflow the stack', () => {
  const nested = (levels: number) => '!('.repeat(levels) + ')'.repeat(levels);
  expect(parseRison(nested(64)).ok).toBe(true);
  expect(read(nested(65))).toBe('more than 64 levels at position 130');
  expect(parseRison(nested(10_000)).ok).toBe(false);
  expect(parseRisonOrJson('['.repeat(10_000) + ']'.repeat(10_000))).toEqual({
    ok: false,
    reason: 'more than 64 levels',
  });
});

test('text over the size limit is refused before it is read', () => {
  expect(parseRison('a'.repeat(300_000))).toEqual({
    ok: false,
    reason: 'it has 300000 characters; at most 262144 are read',
  });
});

test('the key __proto__ is a key like any other', () => {
  for (const parsed of [parseRison('(__proto__:(admin:!t))'), parseRisonOrJson('{"__proto__":{"admin":true}}')]) {
    if (!parsed.ok || parsed.value === null || typeof parsed.value !== 'object') throw new Error('not read');
    expect(Object.keys(parsed.value)).toEqual(['__proto__']);
    expect('admin' in parsed.value).toBe(false);
  }
  expect('admin' in {}).toBe(false);
});

test.each([
  ['[3]', [3]],
  [' {"page":0,"keys":["none"]} ', { page: 0, keys: ['none'] }],
  ['"text"', 'text'],
  ['(page:1)', { page: 1 }],
  ['!(3)', [3]],
])('%s is read as JSON or rison', (text, value) => {
  expect(parseRisonOrJson(text)).toEqual({ ok: true, value });
});

test.each(['[3', '{a:1}', '[1e999]'])('%s is neither JSON nor rison', (text) => {
  expect(parseRisonOrJson(text).ok).toBe(false);
});

test('printing sorts keys, drops undefined and quotes what is no bare word', () => {
  expect(toRison({ b: [1, null, true], a: "it's!", c: undefined, d: '', e: '-x', f: 1e21 })).toBe(
    "(a:'it!'s!!',b:!(1,!n,!t),d:'',e:'-x',f:1e21)",
  );
  expect(() => toRison(Number.NaN)).toThrow(RangeError);
});

const values = fc.letrec<{ value: RisonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(null, true, false),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((n) => n + 0),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.string({ unit: 'grapheme' }), tie('value'), { maxKeys: 4 }),
  ),
})).value;

test('what is printed is read back the same', () => {
  fc.assert(
    fc.property(values, (value) => {
      expect(parseRison(toRison(value))).toEqual({ ok: true, value });
    }),
  );
});

test('JSON text of a list or object is read the same as its rison', () => {
  fc.assert(
    fc.property(fc.array(values), (value) => {
      expect(parseRisonOrJson(JSON.stringify(value))).toEqual(parseRison(toRison(value)));
    }),
  );
});

test('no text at all makes the parser throw', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...Array.from('!()\':,-0123456789.eEtfnab@ *[]{}"')) }), (text) => {
      expect(typeof parseRisonOrJson(text).ok).toBe('boolean');
    }),
  );
});
