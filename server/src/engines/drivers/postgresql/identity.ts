/**
 * Tells one PostgreSQL database from every other, whatever address it was reached by: proxies, forwarded ports and
 * copies that follow along answer the same. Anybody may ask.
 */
const identityQuery =
  "SELECT system_identifier::text || ' ' || current_database() AS identity FROM pg_control_system()";

type Ask = (query: string) => Promise<{ readonly rows: readonly unknown[] }>;

/** The name of the database behind a connection; null where the server does not tell. */
export async function identityOf(ask: Ask): Promise<string | null> {
  const answer = await ask(identityQuery).catch(() => null);
  const [row] = answer?.rows ?? [];
  return typeof row === 'object' && row !== null && 'identity' in row && typeof row.identity === 'string'
    ? row.identity
    : null;
}
