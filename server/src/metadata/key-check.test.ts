import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { metadataKinds, type MetadataKind } from '../testing/metadata-kinds.ts';
import { assertSecretKey, noteSecretKey, refuseOtherKey } from './key-check.ts';

const ONE = 'the one key of all servers of this place';
const OTHER = 'another key that somebody set by mistake';
const differs = expect.objectContaining({ code: 'secret_key_differs' });

for (const { name, isHere, start } of metadataKinds)
  describe.skipIf(!isHere)(`the secret key of metadata in ${name}`, () => {
    let kind: Awaited<ReturnType<MetadataKind['start']>>;
    beforeAll(async () => {
      kind = await start();
    });
    afterAll(() => kind?.stop());

    test('[F56] is that of the first start; any other is refused, and the check tells nothing of it', async () => {
      const metadata = await kind.open();
      await refuseOtherKey(metadata.db, OTHER); // before the first start there is none
      await assertSecretKey(metadata.db, ONE);
      await assertSecretKey(metadata.db, ONE);
      await expect(assertSecretKey(metadata.db, OTHER)).rejects.toEqual(differs);
      await expect(refuseOtherKey(metadata.db, OTHER)).rejects.toEqual(differs);
      await assertSecretKey(metadata.db, ONE);
      const rows = await metadata.db.selectFrom('settings').selectAll().execute();
      expect(rows).toEqual([{ key: 'secret_key_check', value: expect.stringMatching(/^[\w-]{43}$/) }]);
      expect(JSON.stringify(rows)).not.toContain(ONE);
      await noteSecretKey(metadata.db, OTHER);
      await expect(assertSecretKey(metadata.db, ONE)).rejects.toEqual(differs);
      await metadata.close();
    });

    test('[F56] of first starts with different keys at the same moment one goes on', async () => {
      const metadata = await kind.open();
      const keys = Array.from({ length: 6 }, (_, at) => `${ONE} ${at % 2}`);
      const ends = await Promise.allSettled(keys.map((key) => assertSecretKey(metadata.db, key)));
      const going = new Set(ends.flatMap(({ status }, at) => (status === 'fulfilled' ? [keys[at]] : [])));
      expect([going.size, ends.filter(({ status }) => status === 'rejected').length]).toEqual([1, 3]);
      await metadata.close();
    });
  });
