import { AppError } from '@tessera/core/errors/app-error';
import { readSettings } from '../config.ts';
import { runAdmin } from './admin.ts';
import { runBackup } from './backup.ts';
import { runRestore } from './restore.ts';
import { UsageError, type Command } from './usage.ts';

const commands: Readonly<Record<string, Command>> = { backup: runBackup, restore: runRestore, admin: runAdmin };

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

// Whatever this process writes is for its owner only.
process.umask(0o077);

try {
  if (!command) throw new UsageError(`Use one of: npm run ${Object.keys(commands).join(', npm run ')}`);
  await command({ args, settings: readSettings(process.env, process.cwd()), env: process.env, cwd: process.cwd(), now: () => new Date(), say: (line) => console.log(line) });
} catch (error) {
  console.error(error instanceof AppError || error instanceof UsageError ? error.message : error);
  process.exitCode = 1;
}
