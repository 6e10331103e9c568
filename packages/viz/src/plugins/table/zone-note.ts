import { t } from '@tessera/core/messages';
import type { Column } from '@tessera/core/table';
import type { QueryResult } from '../../define.ts';
import type { TableForm } from './controls.ts';
import { grainOf } from './dimensions.ts';

const DAY_MS = 86_400_000;

/**
 * What is said below times as they are stored, which are written in UTC, where the days of the dataset begin by the
 * clock of another zone. Times that a grain made are in that zone; dates are days of a calendar, in none.
 */
export function zoneNote([result]: readonly QueryResult[], form: TableForm): readonly string[] {
  const zone = result?.timeZone ?? 'UTC';
  if (!result || zone === 'UTC') return [];
  const isOfUtc = [...result.table.columns.values()].some(
    (column) => column.kind === 'temporal' && grainOf(column, form) === null && hasTimeOfDay(column),
  );
  return isOfUtc ? [t('Times are written in UTC; the days of this dataset are those of %s.', zone)] : [];
}

function hasTimeOfDay({ values }: Column): boolean {
  return values.some((value: unknown) => typeof value === 'number' && !Number.isNaN(value) && value % DAY_MS !== 0);
}
