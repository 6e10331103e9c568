/**
 * The value of a record under a name that users choose; `undefined` where it has none of its own. What every object is
 * born with (`toString`, `constructor`) is nobody's value.
 */
export function ownValue<T>(record: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
