import { AppError } from '@tessera/core/errors/app-error';
import { readSettings } from '../config.ts';
import type { Env } from '../environment.ts';
import { startFailure } from '../metadata/failure.ts';
import { runAdmin } from './admin.ts';
import { runBackup } from './backup.ts';
import { runCheckConfig } from './check-config.ts';
import { runNewKey } from './new-key.ts';
import { runRestore } from './restore.ts';
import { UsageError, type Command } from './usage.ts';

const commands: Readonly<Record<string, Command>> = {
  backup: runBackup,
  restore: runRestore,
  admin: runAdmin,
  'new-key': runNewKey,
  'check-config': runCheckConfig,
};

const [name = '', ...args] = process.argv.slice(2);
const command = Object.hasOwn(commands, name) ? commands[name] : undefined;

// Whatever this process writes is for its owner only.
process.umask(0o077);

try {
  if (!command) throw new UsageError(`Use one of: npm run ${Object.keys(commands).join(', npm run ')}`);
  await command({
    args,
    settings: readSettings(envOf(name), process.cwd()),
    env: process.env,
    cwd: process.cwd(),
    now: () => new Date(),
    say: (line) => console.log(line),
  });
} catch (error) {
  const told = startFailure(error);
  console.error(told instanceof AppError || told instanceof UsageError ? told.message : told);
  process.exitCode = 1;
}

/**
 * The administrator of a first start needs a name and a password; the command gets the name, and may make the
 * password.
 */
function envOf(command: string): Env {
  if (command !== 'admin') return process.env;
  return Object.fromEntries(
    Object.entries(process.env).filter(
      ([variable]) => !/^TESSERA_ADMIN_(USERNAME|PASSWORD|PASSWORD_FILE)$/.test(variable),
    ),
  );
}
