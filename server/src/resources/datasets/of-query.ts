import type { Principal } from '../../principal.ts';
import { createDataset, databaseFor } from './create.ts';
import type { Needs } from './needs.ts';

/** A query that a chart is saved on. */
export type QueryToSave = {
  readonly database: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly sql: string;
  readonly template_params: string | null;
  /** What its dataset is called, as far as the name is free. */
  readonly name: string;
};

const MOST_NAMES = 100;
const NAME_LENGTH = 240;

/**
 * The virtual dataset of a query, which is the user's own; made when he has none of it yet. Its id.
 * @throws AppError as `createDataset` does
 */
export async function ofQuery(needs: Needs, principal: Principal, { name, ...query }: QueryToSave): Promise<number> {
  const { id: databaseId } = await databaseFor(needs, principal, query.database);
  const schema = query.schema || ((await needs.engines.engineFor(databaseId)).defaultSchema ?? null);
  const place = { databaseId, catalog: query.catalog || null, schema };
  const present = await needs.datasets.ofQuery(principal.userId, { ...place, ...query, schema });
  if (present !== null) return present;
  const table_name = await freeName(needs, place, name.slice(0, NAME_LENGTH) || 'query');
  const { id } = await createDataset(needs, principal, { ...query, schema, table_name });
  return id;
}

async function freeName(
  { datasets }: Needs,
  place: { readonly databaseId: number; readonly catalog: string | null; readonly schema: string | null },
  name: string,
): Promise<string> {
  for (let at = 1; at <= MOST_NAMES; at += 1) {
    const numbered = at === 1 ? name : `${name} ${at}`;
    if ((await datasets.findAt({ ...place, name: numbered })) === null) return numbered;
  }
  return name;
}
