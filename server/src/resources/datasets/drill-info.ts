import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { mayReadDataset } from '../access/policy.ts';
import type { Needs } from './needs.ts';
import { factsOf } from './policy.ts';
import type { DrillInfo } from './schema.ts';

/**
 * The dimensions by which charts on a dataset are broken down: to whoever reads it, and to whoever a dashboard opens it
 * to; nothing else of it is reported.
 * @throws AppError not_found
 */
export async function drillInfo(
  { datasets }: Needs,
  principal: Principal,
  id: number,
  dashboardId: number | null,
): Promise<DrillInfo> {
  const row = await datasets.find(id);
  const [full] = row ? await datasets.complete([row]) : [];
  if (!full) throw new AppError('not_found', {});
  const isReader = mayReadDataset(principal, factsOf(full));
  if (!isReader && !(await datasets.isOpened(principal, id, dashboardId))) throw new AppError('not_found', {});
  return {
    id,
    table_name: full.row.table_name,
    columns: full.columns
      .filter((column) => column.groupby === 1 && column.is_active === 1)
      .map(({ column_name, verbose_name, type_generic, is_dttm }) => ({
        column_name,
        verbose_name,
        type_generic,
        is_dttm: is_dttm === 1,
      })),
  };
}
