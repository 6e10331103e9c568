import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

test.each([
  ['TESSERA_METADATA_UR', 'TESSERA_METADATA_URL'],
  ['tessera_home', 'TESSERA_HOME'],
  ['TESSERA_HOEM', 'TESSERA_HOME'],
  ['Tessera_Hom', 'TESSERA_HOME'],
  ['', null],
  ['x', null],
  ['TESSERA_SOMETHING_ELSE', null],
])('%s is near %s', (given, expected) => {
  expect(nearestName(given, ['TESSERA_HOME', 'TESSERA_METADATA_URL', 'PORT'])).toBe(expected);
});
