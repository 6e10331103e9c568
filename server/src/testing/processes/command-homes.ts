import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from '../../commands/usage.ts';
import { readSettings, type Settings } from '../../config.ts';
import { created } from '../../metadata/audit.ts';
import { openMetadata } from '../../metadata/connect.ts';
import { TEST_NOW, buildUser } from '../builders.ts';

export const COMMAND_KEY = { TESSERA_SECRET_KEY: 'one key for the old and the new machine' };

/** Settings of homes below a folder, and commands that run on them. */
export function commandHomes(folder: string) {
  const said: string[] = [];
  return {
    said,
    settingsOf: (home: string, env: Readonly<Record<string, string>> = COMMAND_KEY): Settings =>
      readSettings({ TESSERA_HOME: join(folder, home), ...env }, folder),
    run: (command: Command, settings: Settings, ...args: readonly string[]): Promise<void> =>
      command({ args, settings, env: {}, cwd: folder, now: () => TEST_NOW, say: (line) => void said.push(line) }),
  };
}

/** An installation that tells its name by its dashboards, by a file of its home and by its log of queries. */
export async function fillHome(settings: Settings, name: string, dashboards = 3): Promise<void> {
  mkdirSync(join(settings.home, 'data'), { recursive: true, mode: 0o700 });
  const metadata = await openMetadata(settings.metadataUrl);
  await metadata.migrate();
  const ana = await buildUser(metadata.db, { username: `ana of ${name}` });
  const values = Array.from({ length: dashboards }, (_, at) => ({
    ...created({ userId: ana }, TEST_NOW),
    dashboard_title: `${name} ${at}`,
  }));
  await metadata.db.insertInto('dashboards').values(values).execute();
  await metadata.db
    .insertInto('databases')
    .values({
      ...created({ userId: ana }, TEST_NOW),
      database_name: name,
      engine: 'postgresql',
      parameters: '{}',
      secrets: 'encrypted',
      extra: '{}',
    })
    .execute();
  await metadata.close();
  for (const file of ['uploads.duckdb', 'second.duckdb'])
    writeFileSync(join(settings.home, 'data', file), `${file} of ${name}`);
}

/** The names that the metadata of a home tells. */
export async function dashboardsOf(settings: Settings): Promise<readonly string[]> {
  const metadata = await openMetadata(settings.metadataUrl);
  try {
    return (await metadata.db.selectFrom('dashboards').select('dashboard_title').orderBy('id').execute()).map(
      (row) => row.dashboard_title ?? '',
    );
  } finally {
    await metadata.close();
  }
}
