import { AppError } from '@tessera/core/errors/app-error';
import { clickhouse } from '@tessera/query/dialects/clickhouse';
import type { PartitionValue, TableRef } from '../../engine.ts';
import type { Rows } from '../own-query.ts';
import { membersOf } from './keys.ts';

/**
 * The newest partition of a table that is partitioned by columns alone, from the list of its parts. What is partitioned
 * by expressions of columns has none with values of columns: `null`.
 *
 * @throws AppError database_error for a fixed column that is none, and what the database says
 */
export async function newestPartition(
  rows: Rows,
  { schema, table }: TableRef,
  fixed: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<readonly PartitionValue[] | null> {
  const of = [schema ?? '', table];
  const [[found], known] = await Promise.all([
    rows('SELECT partition_key FROM system.tables WHERE database = {p1:String} AND name = {p2:String}', of, signal),
    rows('SELECT name, type FROM system.columns WHERE database = {p1:String} AND table = {p2:String}', of, signal),
  ]);
  const types = new Map(known.map((row) => [String(row['name']), String(row['type'])]));
  const partitionKey = found?.['partition_key'];
  const names = membersOf(typeof partitionKey === 'string' ? partitionKey : '');
  const key = names.flatMap((name) => {
    const type = types.get(name);
    return type === undefined ? [] : [{ name, type }];
  });
  if (key.length === 0 || key.length < names.length) return null;
  const unknown = Object.keys(fixed).find((name) => !key.some((one) => one.name === name));
  if (unknown !== undefined)
    throw new AppError('database_error', {
      reason: `${table} has no partition column "${unknown}". It has: ${names.join(', ')}.`,
    });
  const [only] = key;
  const value =
    key.length === 1 && only
      ? `tuple(CAST(partition, ${clickhouse.literal(only.type)}))`
      : `CAST(partition, ${clickhouse.literal(`Tuple(${key.map(({ type }) => type).join(', ')})`)})`;
  const isFixed = Object.keys(fixed).map(
    (name, index) =>
      `toString(tupleElement(part, ${key.findIndex((one) => one.name === name) + 1})) = {p${index + 3}:String}`,
  );
  const [newest] = await rows(
    `SELECT ${key.map((_, index) => `toString(tupleElement(part, ${index + 1})) AS p${index}`).join(', ')} ` +
      `FROM (SELECT DISTINCT ${value} AS part FROM system.parts WHERE active AND database = {p1:String} AND ` +
      `table = {p2:String})${isFixed.length > 0 ? ` WHERE ${isFixed.join(' AND ')}` : ''} ORDER BY part DESC LIMIT 1`,
    [...of, ...Object.values(fixed)],
    signal,
  );
  return newest ? key.map(({ name }, index) => ({ column: name, value: String(newest[`p${index}`]) })) : null;
}
