/** An instant as every database here reads it: `YYYY-MM-DD HH:MM:SS[.mmm]` in UTC. */
export function instantText(epochMs: number): string {
  return new Date(epochMs)
    .toISOString()
    .slice(0, -1)
    .replace('T', ' ')
    .replace(/\.000$/, '');
}
