import { ownValue } from '@tessera/core/own-value';
import type { Column, ColumnKind, Table } from '@tessera/core/table';
import type { Expression } from '@tessera/query/structured-query';
import { isDayType, type ResolvedDataset } from '../dataset.ts';
import type { Named } from './expressions.ts';

/** Selected labels whose times, if they are any, no grain made; `unsure` are moments where one has a time of day. */
export type Moments = ReadonlyMap<string, 'moment' | 'unsure'>;

/** What may be moments of a dataset with a zone: no buckets, and no days of a calendar. */
export function momentsOf(selected: readonly Named[], { timeZone }: Pick<ResolvedDataset, 'timeZone'>): Moments {
  if (timeZone === null || timeZone === 'UTC') return new Map();
  return new Map(
    selected.flatMap(({ label, expression }) => {
      const is = momentIn(expression);
      return is === null ? [] : [[label, is] as const];
    }),
  );
}

/** The columns of moments among those of a query before post-processing. */
export function momentsIn(moments: Moments, { columns }: Table): readonly string[] {
  return moments.size === 0
    ? []
    : [...columns.values()].filter((one) => isMoment(moments, one)).map(({ name }) => name);
}

/** The same after post-processing, where a pivot has made columns of them. */
export function momentsAmong(
  found: readonly string[],
  columns: readonly { readonly name: string; readonly kind: ColumnKind }[],
  pivoted: Readonly<Record<string, readonly string[]>>,
): readonly string[] {
  if (found.length === 0) return [];
  return columns
    .filter(({ name, kind }) => kind === 'temporal' && found.includes(ownValue(pivoted, name)?.[0] ?? name))
    .map(({ name }) => name);
}

function isMoment(moments: Moments, column: Column): boolean {
  if (column.kind !== 'temporal') return false;
  const is = moments.get(column.name) ?? momentBeside(moments, column.name);
  return is === 'moment' || (is === 'unsure' && hasTimeOfDay(column));
}

/** Values of other times go by the label of their own and that time. */
function momentBeside(moments: Moments, name: string): 'moment' | 'unsure' | undefined {
  return [...moments].find(([label]) => name.startsWith(`${label}__`))?.[1];
}

function momentIn(expression: Expression): 'moment' | 'unsure' | null {
  if (expression.kind === 'aggregate') return momentIn(expression.of);
  if (expression.kind !== 'column' && expression.kind !== 'sql') return null;
  if (expression.type === null) return 'unsure';
  return isDayType(expression.type) ? null : 'moment';
}

const DAY_MS = 86_400_000;

function hasTimeOfDay({ values }: Column): boolean {
  return values.some((value: unknown) => typeof value === 'number' && !Number.isNaN(value) && value % DAY_MS !== 0);
}
