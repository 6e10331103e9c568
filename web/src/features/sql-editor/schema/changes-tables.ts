import { isActive } from '@tessera/core/sql-editor/query-states';
import type { Run } from '../runs/run.ts';

/** A statement that makes, changes or removes a table, behind its comments. */
const definition = /^(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*(?:create|drop|alter|rename)\b/i;

/** Whether there may be other tables in the database since this ran; a run that goes on is waited for. */
export function changesTables({ state, way, query }: Pick<Run, 'state' | 'way' | 'query'>): boolean {
  if (isActive(state)) return false;
  if (way.createAs !== undefined) return state === 'success';
  return query.statements.some((statement) => statement.state === 'success' && definition.test(statement.sql));
}
