/** `schema.table` as the database reads it, with quotes where a name needs them. */
export function writeName(parts: readonly string[], engine: string | null): string {
  const quote = engine === 'mysql' || engine === 'clickhouse' ? '`' : '"';
  return parts
    .map((part) => (/^[a-z_][a-z0-9_]*$/.test(part) ? part : `${quote}${part.replaceAll(quote, quote + quote)}${quote}`))
    .join('.');
}
