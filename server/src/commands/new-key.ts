import { assertMetadataPresent, keepKey, storedKey, newKeyText, prepareHome } from '../home.ts';
import { lockHome } from '../home-lock.ts';
import { openMetadata } from '../metadata/connect.ts';
import { noteSecretKey } from '../metadata/key-check.ts';
import { assertNoRestore } from './staged-restore.ts';
import { UsageError, readArgs, type Command } from './usage.ts';

/**
 * `npm run new-key`: for a home whose secret key is lost. The stored passwords of connections go with it; users sign
 * in anew.
 */
export const runNewKey: Command = async ({ args, settings, say }) => {
  readArgs(args, { options: [], switches: [], rest: 0 });
  prepareHome(settings);
  const unlock = lockHome(settings.home);
  try {
    assertNoRestore(settings.home);
    assertMetadataPresent(settings);
    if (settings.givenSecretKey !== null || storedKey(settings.home) !== null)
      throw new UsageError(
        'There is a secret key, so nothing was changed. This command is for a home whose key is lost.',
      );
    const metadata = await openMetadata(settings.metadataUrl);
    try {
      await metadata.migrate();
      // The key comes last: killed or out of space before it stands, the next call goes on from here.
      const { numUpdatedRows } = await metadata.db
        .updateTable('databases')
        .set({ secrets: null })
        .where('secrets', 'is not', null)
        .executeTakeFirstOrThrow();
      await metadata.db.deleteFrom('sessions').execute();
      const key = newKeyText();
      await noteSecretKey(metadata.db, key.trim());
      keepKey(settings.home, key);
      say(
        'Made a new secret key. ' +
          `${numUpdatedRows === 1n ? 'One connection has' : `${numUpdatedRows} connections have`} lost the ` +
          'stored password: enter it again where one is needed.',
      );
    } finally {
      await metadata.close();
    }
  } finally {
    unlock();
  }
};
