/** JSON with sorted keys and without undefined, for comparing and keying. A bigint is written as its digits. */
export function stableJson(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) => {
    if (typeof item === 'bigint') return item.toString();
    if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
    return Object.fromEntries(Object.entries(item).filter(([, part]) => part !== undefined).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
