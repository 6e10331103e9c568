import type { SqlHelp } from './sql-help.ts';

let known: SqlHelp | null = null;

/** The code that helps with writing: an editor is there before it. */
export async function loadHelp(): Promise<SqlHelp> {
  known ??= (await import('./sql-help.ts')).sqlHelp;
  return known;
}

/** The same where it is here already; it is fetched otherwise. */
export function helpNow(): SqlHelp | null {
  // What fails is asked for again with the next question.
  if (known === null) void loadHelp().catch(() => undefined);
  return known;
}
