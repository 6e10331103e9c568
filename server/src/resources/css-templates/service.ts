import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { relativeTime } from '@tessera/core/relative-time';
import type { Kysely } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import { assertVersion, changed, created, deleted } from '../../metadata/audit.ts';
import type { Tables } from '../../metadata/tables.ts';
import { isUniqueViolation } from '../../metadata/unique.ts';
import type { Principal } from '../../principal.ts';
import type { CssTemplate, CssTemplatePost, CssTemplatePut } from './schema.ts';
import { createCssTemplateStore } from './store.ts';

export type CssTemplateService = ReturnType<typeof createCssTemplateService>;
type Saved = { readonly id: number; readonly version: number };

type Context = {
  readonly db: Kysely<Tables>;
  readonly now: () => Date;
  readonly store: ReturnType<typeof createCssTemplateStore>;
};

/** Styles that dashboards begin with; who may use the routes may change every template. */
export function createCssTemplateService(needs: { readonly db: Kysely<Tables>; readonly now: () => Date }) {
  const context: Context = { ...needs, store: createCssTemplateStore(needs.db) };
  return bindAll(context, { templatesById, template, create, update, remove });
}

async function templatesById(context: Context, ids: readonly number[]): Promise<readonly CssTemplate[]> {
  const at = context.now().getTime();
  return (await context.store.templates(ids)).map(({ deleted_on: _, ...row }) => ({
    ...row,
    changed_on_delta_humanized: relativeTime(row.changed_on, at),
  }));
}

/** @throws AppError not_found */
async function template(context: Context, id: number): Promise<CssTemplate> {
  const [found] = await templatesById(context, [id]);
  if (!found) throw new AppError('not_found', {});
  return found;
}

/** @throws AppError invalid_fields for a name that is taken */
async function create(context: Context, principal: Principal, body: CssTemplatePost): Promise<Saved> {
  const id = await uniqueName(() => context.store.insert({ ...created(principal, context.now()), ...body }));
  return { id, version: 1 };
}

/** @throws AppError not_found, stale_version, invalid_fields */
async function update(
  context: Context,
  principal: Principal,
  id: number,
  body: CssTemplatePut,
  ifMatch: string | undefined,
): Promise<Saved> {
  const before = await template(context, id);
  assertVersion('css template', before, ifMatch);
  const isSaved = await uniqueName(() =>
    context.store.update(
      id,
      { ...body, ...changed(principal, context.now()) },
      ifMatch === undefined ? null : before.version,
    ),
  );
  if (!isSaved) throw new AppError('stale_version', { object: 'css template', version: before.version + 1 });
  return { id, version: before.version + 1 };
}

/** Deletes all or none. @throws AppError not_found */
async function remove(context: Context, principal: Principal, ids: readonly number[]): Promise<number> {
  if ((await context.store.templates(ids)).length !== ids.length) throw new AppError('not_found', {});
  await context.db.transaction().execute(async (transaction) => {
    const inside = createCssTemplateStore(transaction);
    for (const id of ids) await inside.update(id, deleted(principal, context.now()), null);
  });
  return ids.length;
}

async function uniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('invalid_fields', {
      fields: { template_name: [message('A CSS template of this name already exists.')] },
    });
  }
}
