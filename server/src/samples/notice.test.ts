import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sampleTables } from './tables.ts';

test('every file of the sample data stands in NOTICE with its source and terms', () => {
  const notice = readFileSync(new URL('../../../NOTICE', import.meta.url), 'utf8');
  expect(sampleTables.map((sample) => sample.file).filter((file) => !notice.includes(file))).toEqual([]);
});
