import { msg } from '@tessera/core/messages';
/**
 * What a control is for, whatever a chart type calls it: `metric` of a pie and `metrics` of a line are both `y` or
 * `value`. A switch of the type carries values by role.
 */
export type Role =
  | 'x'
  | 'y'
  | 'series'
  | 'size'
  | 'color'
  | 'latitude'
  | 'longitude'
  | 'label'
  | 'tooltip'
  | 'value'
  | 'rows'
  | 'columns'
  | 'geography'
  | 'time'
  | 'filters'
  | 'source'
  | 'target'
  | 'order';

/** The controls of each role; of several the first is filled first. */
export type Roles<Name extends string = string> = Readonly<Partial<Record<Role, Name | readonly Name[]>>>;

/** The controls of a role, the one to fill first at the beginning. */
export function controlsOf(roles: Roles, role: Role): readonly string[] {
  const names = roles[role] ?? [];
  return typeof names === 'string' ? [names] : names;
}

/** Roles that ask for the same thing under two names. */
const SAME: Readonly<Partial<Record<Role, Role>>> = { value: 'y', time: 'x', rows: 'series', label: msg('series') };

/** How well a chart type takes what is chosen: what it has a place for, less what would stay empty. */
export function fitOf(roles: readonly Role[], filled: ReadonlySet<Role>): number {
  const own = new Set(roles.map((role) => SAME[role] ?? role));
  const given = new Set([...filled].map((role) => SAME[role] ?? role));
  const placed = [...own].filter((role) => given.has(role)).length;
  return placed - (own.size - placed) - (given.size - placed);
}
