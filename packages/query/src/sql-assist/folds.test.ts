import { expect, test } from 'vitest';
import { assistDialectOf } from './dialects.ts';
import { foldAt } from './folds.ts';
import { readScript } from './script.ts';

test('a bracket folds from the line that opens it, and a statement from its first line', () => {
  const text = 'SELECT 1;\nWITH a AS (\n  SELECT 2\n)\nSELECT (3)\nFROM a;';
  const script = readScript(text, assistDialectOf('duckdb'));
  const folds = text.split('\n').map((line, at, lines) => {
    const from = lines.slice(0, at).reduce((sum, each) => sum + each.length + 1, 0);
    const fold = foldAt(script, { from, to: from + line.length });
    return fold && text.slice(fold.from, fold.to);
  });
  expect(folds).toEqual([null, '\n  SELECT 2\n', null, null, null, null]);
  expect(foldAt(script, { from: 0, to: 9 })).toBeNull();
  const plain = readScript('SELECT 1\nFROM a', assistDialectOf('duckdb'));
  expect(foldAt(plain, { from: 0, to: 8 })).toEqual({ from: 8, to: 15 });
});
