import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Selectable } from 'kysely';
import { bindAll } from '../../bind-all.ts';
import type { DashboardCommentsTable } from '../../metadata/tables.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import { mayEditDashboard, mayViewDashboard } from '../access/policy.ts';
import type { DashboardService } from '../dashboards/service.ts';
import type { DashboardStore } from '../dashboards/store.ts';
import { parseJsonText } from '../json-text.ts';
import type { Comment, CommentPost, CommentPut, Mention } from './schema.ts';
import type { CommentStore } from './store.ts';

/** On one dashboard. */
const MAX_COMMENTS = 5000;
/** So many users are looked at for those who may see the dashboard. */
const LOOKED_AT = 200;
const OFFERED = 8;

type Row = Selectable<DashboardCommentsTable>;
type Person = { readonly id: number; readonly first_name: string; readonly last_name: string };

type Needs = {
  /** Null where an administrator has turned comments off. */
  readonly comments: CommentStore | null;
  readonly dashboards: Pick<DashboardService, 'visible'>;
  readonly dashboardStore: Pick<DashboardStore, 'facts' | 'people' | 'linkedCharts' | 'byIds'>;
  /** A user as they are now; null when gone. */
  readonly person: (userId: number) => Promise<Principal | null>;
  readonly now: () => Date;
};

export type CommentService = ReturnType<typeof createCommentService>;

/**
 * What is said about dashboards. Whoever sees one, with an account, reads and writes; a comment is changed by its
 * author, and deleted by its author and by who may edit the dashboard. Every method throws AppError: an unseen
 * dashboard, and comments that are turned off, are `not_found`.
 */
export function createCommentService(needs: Needs) {
  return bindAll(needs, { list, add, change, remove, people, mentions, see });
}

async function list(needs: Needs, principal: Principal, key: string): Promise<readonly Comment[]> {
  const place = await placeOf(needs, principal, key);
  return present(needs, place, await place.comments.ofDashboard(place.dashboard.id));
}

async function add(needs: Needs, principal: Principal, key: string, body: CommentPost): Promise<Comment> {
  const place = await placeOf(needs, principal, key);
  const { comments, dashboard, userId } = place;
  if ((await comments.count(dashboard.id)) >= MAX_COMMENTS)
    throw new AppError('invalid_fields', { fields: { text: [message('There are too many comments here already.')] } });
  const parent = body.parent_id === undefined ? null : await comments.find(dashboard.id, body.parent_id);
  if (body.parent_id !== undefined && parent === null)
    throw new AppError('invalid_fields', { fields: { parent_id: [message('There is no such comment.')] } });
  if (body.chart_id !== undefined && !(await needs.dashboardStore.linkedCharts(dashboard.id)).includes(body.chart_id))
    throw new AppError('invalid_fields', { fields: { chart_id: [message('The chart is not on this dashboard.')] } });
  const now = needs.now().toISOString();
  const values = {
    dashboard_id: dashboard.id,
    // Answers stand below the first one, whatever they answer.
    parent_id: parent === null ? null : (parent.parent_id ?? parent.id),
    chart_id: body.chart_id ?? parent?.chart_id ?? null,
    text: readText(body.text),
    state: readState(body.state),
    created_by: userId,
    created_on: now,
    changed_on: now,
    resolved_on: null,
    resolved_by: null,
  };
  const named = await nameable(needs, dashboard.id, body.mentions ?? [], userId);
  const id = await comments.insert(values, named);
  return one(needs, place, id);
}

async function change(needs: Needs, principal: Principal, key: string, id: number, body: CommentPut): Promise<Comment> {
  const place = await placeOf(needs, principal, key);
  const row = await found(place, id);
  const isMine = row.created_by === place.userId;
  if ((body.text !== undefined || body.mentions !== undefined) && !isMine) throw new AppError('forbidden', {});
  const now = needs.now().toISOString();
  const named =
    body.mentions === undefined ? null : await nameable(needs, place.dashboard.id, body.mentions, place.userId);
  await place.comments.update(
    id,
    {
      ...(body.text === undefined ? {} : { text: readText(body.text), changed_on: now }),
      ...(body.resolved === undefined
        ? {}
        : body.resolved
          ? { resolved_on: now, resolved_by: place.userId }
          : { resolved_on: null, resolved_by: null }),
    },
    named,
  );
  return one(needs, place, id);
}

async function remove(needs: Needs, principal: Principal, key: string, id: number): Promise<void> {
  const place = await placeOf(needs, principal, key);
  const row = await found(place, id);
  if (row.created_by !== place.userId && !place.mayEdit) throw new AppError('forbidden', {});
  await place.comments.remove(id);
}

/** Who may be named: users who see the dashboard, by a part of their name. */
async function people(needs: Needs, principal: Principal, key: string, search: string): Promise<readonly Person[]> {
  const { comments, dashboard, userId } = await placeOf(needs, principal, key);
  const ids = await comments.searchUsers(search.trim(), LOOKED_AT);
  const able = await nameable(needs, dashboard.id, ids, userId, OFFERED);
  const known = await needs.dashboardStore.people(able);
  return able.flatMap((id) => shape(known.get(id)) ?? []);
}

/** Comments that name this user and were not seen, of dashboards that they still see. */
async function mentions(needs: Needs, principal: Principal): Promise<readonly Mention[]> {
  const { comments } = needs;
  if (comments === null || !hasAccount(principal)) return [];
  const rows = await comments.unseen(principal.userId);
  const open = new Map<number, boolean>();
  for (const id of new Set(rows.map(({ dashboard_id: one }) => one))) open.set(id, await mayView(needs, principal, id));
  const shown = rows.filter(({ dashboard_id: id }) => open.get(id) === true);
  const known = await needs.dashboardStore.people(shown.flatMap(({ created_by: id }) => id ?? []));
  return shown.map(({ id, created_by, ...row }) => ({
    ...row,
    comment_id: id,
    created_by: created_by === null ? null : shape(known.get(created_by)),
  }));
}

async function see(needs: Needs, principal: Principal, ids: readonly number[]): Promise<void> {
  if (needs.comments !== null && hasAccount(principal)) await needs.comments.see(principal.userId, ids, needs.now());
}

type Place = {
  readonly comments: CommentStore;
  readonly dashboard: { readonly id: number };
  readonly userId: number;
  readonly mayEdit: boolean;
};

/** Where somebody reads and writes. @throws AppError not_found, forbidden */
async function placeOf(needs: Needs, principal: Principal, key: string): Promise<Place> {
  const dashboard = await needs.dashboards.visible(principal, key);
  const { comments } = needs;
  if (comments === null) throw new AppError('not_found', {});
  if (!hasAccount(principal)) throw new AppError('forbidden', {});
  const facts = await needs.dashboardStore.facts(dashboard);
  return { comments, dashboard, userId: principal.userId, mayEdit: mayEditDashboard(principal, facts) };
}

async function found({ comments, dashboard }: Place, id: number): Promise<Row> {
  const row = await comments.find(dashboard.id, id);
  if (row === null) throw new AppError('not_found', {});
  return row;
}

async function one(needs: Needs, place: Place, id: number): Promise<Comment> {
  const [comment] = await present(needs, place, [await found(place, id)]);
  if (!comment) throw new AppError('not_found', {});
  return comment;
}

async function present(needs: Needs, place: Place, rows: readonly Row[]): Promise<readonly Comment[]> {
  const named = await place.comments.mentionsOf(rows.map(({ id }) => id));
  const ids = rows.flatMap((row) => [row.created_by, row.resolved_by].flatMap((id) => id ?? []));
  const known = await needs.dashboardStore.people([...new Set([...ids, ...[...named.values()].flat()])]);
  const personOf = (id: number | null) => (id === null ? null : shape(known.get(id)));
  return rows.map(({ id, chart_id, parent_id, text, state, created_by, created_on, changed_on, ...row }) => ({
    id,
    chart_id,
    parent_id,
    text,
    state,
    mentions: (named.get(id) ?? []).flatMap((user) => personOf(user) ?? []),
    created_by: personOf(created_by),
    created_on,
    changed_on,
    resolved_on: row.resolved_on,
    resolved_by: personOf(row.resolved_by),
    can_edit: created_by === place.userId,
    can_delete: created_by === place.userId || place.mayEdit,
  }));
}

/** Those of the users who see the dashboard; nobody names themselves. */
async function nameable(
  needs: Needs,
  dashboardId: number,
  ids: readonly number[],
  author: number,
  most = Infinity,
): Promise<readonly number[]> {
  const able: number[] = [];
  for (const id of new Set(ids)) {
    if (able.length >= most) break;
    if (id === author) continue;
    const person = await needs.person(id);
    if (person !== null && (await mayView(needs, person, dashboardId))) able.push(id);
  }
  return able;
}

async function mayView(needs: Needs, principal: Principal, dashboardId: number): Promise<boolean> {
  const [row] = await needs.dashboardStore.byIds([dashboardId]);
  return row !== undefined && mayViewDashboard(principal, await needs.dashboardStore.facts(row));
}

function readText(text: string): string {
  if (text.trim() === '')
    throw new AppError('invalid_fields', { fields: { text: [message('Missing data for required field.')] } });
  return text.trim();
}

function readState(state: string | undefined): string | null {
  if (state === undefined) return null;
  try {
    parseJsonText(state);
    return state;
  } catch {
    throw new AppError('invalid_fields', { fields: { state: [message('JSON not valid')] } });
  }
}

function shape(person: Person | undefined): Person | null {
  return person === undefined ? null : { id: person.id, first_name: person.first_name, last_name: person.last_name };
}
