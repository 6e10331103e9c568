import { can, type Principal } from '../../principal.ts';

/** May this user look into a database: its schemas, tables and columns. */
export function mayUseDatabase(principal: Principal, id: number): boolean {
  return principal.isAdmin || principal.databaseIds === 'all' || principal.databaseIds.has(id);
}

/** Connections are changed by whoever may write databases and use this one. */
export function mayChangeDatabase(principal: Principal, id: number): boolean {
  return can(principal, 'can_write', 'Database') && mayUseDatabase(principal, id);
}

/** Testing reaches into the network, so it is a right of its own. */
export function mayTestConnection(principal: Principal): boolean {
  return can(principal, 'can_test_connection', 'Database') || can(principal, 'can_write', 'Database');
}
