import { AppError } from '@tessera/core/errors/app-error';
import { readSettings } from '../config.ts';
import { metadataFailure } from '../metadata/failure.ts';
import { runAdmin } from './admin.ts';
import { runBackup } from './backup.ts';
import { runNewKey } from './new-key.ts';
import { runRestore } from './restore.ts';
import { UsageError, type Command } from './usage.ts';

const commands: Readonly<Record<string, Command>> = { backup: runBackup, restore: runRestore, admin: runAdmin, 'new-key': runNewKey };

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

// Whatever this process writes is for its owner only.
process.umask(0o077);

try {
  if (!command) throw new UsageError(`Use one of: npm run ${Object.keys(commands).join(', npm run ')}`);
  // The variables of a first start that nobody attends; the command for administrators takes the password without the name.
  const settings = readSettings({ ...process.env, TESSERA_ADMIN_USERNAME: '', TESSERA_ADMIN_PASSWORD: '' }, process.cwd());
  await command({ args, settings, env: process.env, cwd: process.cwd(), now: () => new Date(), say: (line) => console.log(line) });
} catch (error) {
  const told = metadataFailure(error) === 'full' ? new AppError('storage_full', {}) : error;
  console.error(told instanceof AppError || told instanceof UsageError ? told.message : told);
  process.exitCode = 1;
}
