import { can, type Actor } from '../../actor.ts';

/** May this person look into a database: its schemas, tables and columns. */
export function mayUseDatabase(actor: Actor, id: number): boolean {
  return actor.isAdmin || actor.databaseIds === 'all' || actor.databaseIds.has(id);
}

/** Connections are changed by whoever may write databases and use this one. */
export function mayChangeDatabase(actor: Actor, id: number): boolean {
  return can(actor, 'can_write', 'Database') && mayUseDatabase(actor, id);
}

/** Testing reaches into the network, so it is a right of its own. */
export function mayTestConnection(actor: Actor): boolean {
  return can(actor, 'can_test_connection', 'Database') || can(actor, 'can_write', 'Database');
}
