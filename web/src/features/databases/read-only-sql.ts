/** Statements that make a role which can read and nothing else; `null` where the database has no roles. */
export function readOnlySql(
  engine: string,
  { user, database }: { readonly user: string; readonly database: string },
): string | null {
  if (engine !== 'postgresql') return null;
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const name = quoted(user === '' ? 'tessera_reader' : user);
  return [
    `CREATE ROLE ${name} LOGIN PASSWORD '…';`,
    `GRANT CONNECT ON DATABASE ${quoted(database)} TO ${name};`,
    `GRANT USAGE ON SCHEMA public TO ${name};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${name};`,
  ].join('\n');
}
