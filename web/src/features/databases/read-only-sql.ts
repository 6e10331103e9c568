/** Statements that make a role which can read and nothing else; `null` where the database has no roles. */
export function readOnlySql(engine: string, user: string | null): string | null {
  if (engine !== 'postgresql') return null;
  const name = `"${(user === null || user === '' ? 'tessera_reader' : user).replaceAll('"', '""')}"`;
  return [
    `CREATE ROLE ${name} LOGIN PASSWORD '…';`,
    `GRANT USAGE ON SCHEMA public TO ${name};`,
    `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${name};`,
    `ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${name};`,
  ].join('\n');
}
