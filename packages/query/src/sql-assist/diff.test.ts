import fc from 'fast-check';
import { runs } from '@tessera/core/fixtures/runs';
import { expect, test } from 'vitest';
import { diffTexts, type DiffRow, type DiffSide } from './diff.ts';

const sideText = (side: DiffSide | null) =>
  side === null ? '' : side.parts.map(({ text, isChanged }) => (isChanged ? `[${text}]` : text)).join('');

function shown(rows: readonly DiffRow[]): readonly string[] {
  const sign = { same: '=', changed: '~', removed: '-', added: '+' };
  return rows.map(({ kind, left, right }) => `${sign[kind]} ${sideText(left)} | ${sideText(right)}`);
}

test('texts stand side by side, with the words that changed', () => {
  const left = 'SELECT a, b\nFROM orders\nWHERE a = 1\nLIMIT 10';
  const right = 'SELECT a, c\nFROM orders\nJOIN items USING (id)\nWHERE a = 1\nLIMIT 10';
  expect(shown(diffTexts(left, right))).toEqual([
    '~ SELECT a, [b] | SELECT a, [c]',
    '= FROM orders | FROM orders',
    '+  | [JOIN items USING (id)]',
    '= WHERE a = 1 | WHERE a = 1',
    '= LIMIT 10 | LIMIT 10',
  ]);
  expect(shown(diffTexts('a\nb', 'b'))).toEqual(['- [a] | ', '= b | b']);
  expect(shown(diffTexts('', ''))).toEqual(['=  | ']);
});

test('both sides of a diff are the texts, whole and in order', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'c', 'a b', ''), { maxLength: 12 }).map((lines) => lines.join('\n'));
  const plain = (side: DiffSide | null) => (side === null ? [] : [side.parts.map((part) => part.text).join('')]);
  fc.assert(
    fc.property(text, text, (left, right) => {
      const rows = diffTexts(left, right);
      expect(rows.flatMap((row) => plain(row.left)).join('\n')).toBe(left);
      expect(rows.flatMap((row) => plain(row.right)).join('\n')).toBe(right);
      expect(rows.flatMap((row) => row.left?.line ?? [])).toEqual(left.split('\n').map((_, at) => at + 1));
      expect(rows.flatMap((row) => row.right?.line ?? [])).toEqual(right.split('\n').map((_, at) => at + 1));
      if (left === right) expect(rows.every(({ kind }) => kind === 'same')).toBe(true);
    }),
    { numRuns: runs(1000) },
  );
});

test('two long texts that have nothing in common end without a search through all of both', () => {
  const lines = (name: string) => Array.from({ length: 5000 }, (_, at) => `${name} ${at}`).join('\n');
  const rows = diffTexts(`same\n${lines('a')}`, `same\n${lines('b')}`);
  expect([rows.length, rows[0]?.kind]).toEqual([5001, 'same']);
});
