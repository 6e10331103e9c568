import { afterAll, beforeAll, describe } from 'vitest';
import { isThorough } from '@tessera/core/fixtures/runs';
import { birthsEngines } from './births-engines.ts';
import { buildBirths, type Births, type BirthsKind } from './births.ts';

/** Tests of what stands above the drivers, on the table of births in a database of one kind. */
export type BirthsSuite<Kind extends BirthsKind = BirthsKind> = (kind: Kind, births: () => Births) => void;

/**
 * The same tests on each of these databases; those that this machine has not are skipped by name. Above its driver
 * MySQL is asked what MariaDB is asked: beside others an ordinary run leaves it to a thorough one.
 */
export function forEachEngine<Kind extends BirthsKind>(
  kinds: readonly Kind[],
  name: string,
  suite: BirthsSuite<Kind>,
): void {
  const asked = isThorough() ? kinds : kinds.filter((kind) => kind !== 'mysql' || kinds.length === 1);
  for (const kind of asked) {
    describe.skipIf(!birthsEngines[kind].isHere())(`${name} on ${kind}`, () => {
      let births: Births | undefined;
      beforeAll(async () => {
        births = await buildBirths(kind);
      }, 90_000);
      afterAll(() => births?.close());
      suite(kind, () => {
        if (!births) throw new Error(`There is no ${kind} yet.`);
        return births;
      });
    });
  }
}

/** MySQL has no type for flags: they are numbers of one digit. */
export const hasFlags = (kind: BirthsKind): boolean => birthsEngines[kind].driver !== 'mysql';
