import { extractsFolder } from '../engines/drivers/context.ts';
import { runExtract } from '../engines/extracts/run-extract.ts';
import { jobErrors } from '../http/error-body.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import { anonymous } from '../principal.ts';
import { createExtractHandler } from '../resources/extracts/make.ts';
import { createExtractService } from '../resources/extracts/service.ts';
import { createRuleStore } from '../resources/row-level-security/store.ts';
import type { AsyncQueries } from './async-queries.ts';
import type { Ground } from './ground.ts';
import type { Rules } from './rules.ts';
import type { Sources } from './sources.ts';

/** Makes the extracts of accelerated datasets, as jobs. */
export function createExtracts(
  { config, db, now, scriptFolder }: Ground,
  sources: Sources,
  { templates }: Rules,
): JobHandler {
  const ruleStore = createRuleStore(db);
  return createExtractHandler({
    store: sources.extractStore,
    datasets: sources.resolver,
    engines: ({ databaseId, databaseVersion, namespace }) =>
      sources.engineOf({ databaseId, databaseVersion, ...(namespace && { namespace }) }),
    // What may say something else for each reader was refused before.
    render: async (dataset, sql) => (await templates.renderSource(anonymous, dataset, sql, {})).text,
    clausesOf: async (dataset) => [
      ...(await ruleStore.ofDataset(dataset.id)).map(({ clause }) => clause),
      ...(await ruleStore.ofTables(dataset.databaseId)).map(({ rule }) => rule.clause),
    ],
    run: (wish, watch) => runExtract(wish, scriptFolder, watch),
    folder: extractsFolder(config),
    limits: {
      oneMb: config.extractMb,
      allMb: config.extractsMb,
      memoryMb: config.engineMemoryMb,
      timeoutMs: config.extractTimeoutMinutes * 60_000,
    },
    onSwap: () => undefined,
    now,
    describe: jobErrors,
  });
}

/** Who accelerates which datasets, and when they are refreshed. */
export function createExtractSettings({ config, db, now }: Ground, sources: Sources, { jobs }: AsyncQueries) {
  return createExtractService({
    store: sources.extractStore,
    datasets: sources.resolver,
    jobs,
    anyAdmin: async () => {
      const row = await db
        .selectFrom('user_roles')
        .innerJoin('roles', 'roles.id', 'user_roles.role_id')
        .innerJoin('users', 'users.id', 'user_roles.user_id')
        .select('users.id')
        .where('roles.name', '=', 'Admin')
        .where('users.deleted_on', 'is', null)
        .orderBy('users.id')
        .executeTakeFirst();
      return row?.id ?? null;
    },
    isHere: sources.extracts.isHere,
    onForget: sources.extracts.forget,
    folder: extractsFolder(config),
    now,
  });
}
