import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { dialects } from '@tessera/query/dialects/registry';
import { drivers } from '../../engines/drivers/drivers.ts';
import { birthsEngines } from '../engines/births-engines.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const testFiles = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.test.ts'));
const texts = testFiles.map((name) => readFileSync(join(root, name), 'utf8'));

/** Names that some test file gives to a suite. */
function runOf(suite: 'engineSuite' | 'grainSuite'): readonly string[] {
  const call = new RegExp(`^ *${suite}\\('(\\w+)'`, 'gm');
  return [...new Set(texts.flatMap((text) => [...text.matchAll(call)].map(([, name]) => name ?? '')))].toSorted();
}

// A database is registered in two lists. Goldens read them by themselves; whatever needs a server of it is called by
// name.
test('every driver runs the suite of engines, and is a place of the births', () => {
  const registered = Object.keys(drivers).toSorted();
  expect(runOf('engineSuite')).toEqual(registered);
  expect([...new Set(Object.values(birthsEngines).map(({ driver }) => driver))].toSorted()).toEqual(registered);
});

test('every dialect runs the suite of grains', () => {
  expect(runOf('grainSuite')).toEqual(Object.keys(dialects).toSorted());
});
