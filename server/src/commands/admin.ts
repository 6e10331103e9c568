import { randomBytes } from 'node:crypto';
import { isMail } from '../config.ts';
import { readSecret } from '../environment.ts';
import { assertMetadataPresent, prepareHome, secretKeyOf } from '../home.ts';
import { openMetadata } from '../metadata/connect.ts';
import { isUsedWithKey } from '../metadata/holdings.ts';
import { seedRoles } from '../resources/roles/builtin.ts';
import { passwords } from '../resources/security/passwords.ts';
import { namesOfUsername } from '../resources/setup/names.ts';
import { createSetupService } from '../resources/setup/service.ts';
import { assertNoRestore } from './staged-restore.ts';
import { UsageError, readArgs, type Command } from './usage.ts';

/**
 * `npm run admin -- <username> [--email address]`: make an administrator, or give a user that role and a new
 * password. The password comes from TESSERA_ADMIN_PASSWORD, or the file that TESSERA_ADMIN_PASSWORD_FILE names; without
 * it one is made and shown once. It is no argument, because other users on the machine can read those.
 */
export const runAdmin: Command = async ({ args, settings, env, cwd, now, say }) => {
  const { options, rest } = readArgs(args, { options: ['email'], switches: [], rest: 1 });
  const username = rest[0] ?? env['TESSERA_ADMIN_USERNAME'];
  if (!username) throw new UsageError('Name the person: npm run admin -- <username> [--email address]');
  const email = options['email'] ?? env['TESSERA_ADMIN_EMAIL'] ?? `${username}@localhost`;
  if (options['email'] !== undefined && !isMail(email)) throw new UsageError(`"${email}" is no mail address.`);
  const given = readSecret(env, 'TESSERA_ADMIN_PASSWORD', cwd, (setting, reason) => {
    throw new UsageError(`${setting} ${reason}`);
  });
  const password = given ?? randomBytes(12).toString('base64url');
  prepareHome(settings);
  assertNoRestore(settings.home);
  assertMetadataPresent(settings);
  const metadata = await openMetadata(settings.metadataUrl);
  try {
    // Made here on a new home, where the users whom this command makes would keep the first start from making it.
    await secretKeyOf(settings, async () => !(await isUsedWithKey(metadata.db)));
    await metadata.migrate();
    await seedRoles(metadata.db, now());
    const setup = createSetupService({ db: metadata.db, passwords, now, onChange: () => undefined });
    const isNew = await setup.ensureAdmin({ username, password, email, ...namesOfUsername(username) });
    say(
      isNew
        ? `Made the administrator ${username}.`
        : `${username} is an administrator with a new password; all sessions of this person have ended.`,
    );
    if (given === null) say(`Password: ${password}`);
  } finally {
    await metadata.close();
  }
};
