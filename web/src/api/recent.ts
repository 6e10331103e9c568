import { create } from 'zustand';
import type { RecentActivity } from '@tessera/server/contract';
import { request } from './client.ts';
import { listAddress } from './list.ts';

export type ObjectKind = 'dashboard' | 'chart' | 'dataset';
/** An object that this user opened, in this browser or another. `at` is epoch milliseconds. */
export type Visit = {
  readonly kind: ObjectKind;
  readonly id: number;
  readonly title: string;
  readonly href: string;
  readonly at: number;
};

/** An entry of `/log/recent_activity/`. */
type Activity = Pick<RecentActivity['result'][number], 'item_type' | 'item_id' | 'item_title' | 'item_url' | 'time'>;

const keptAtMost = 30;
const kinds: Readonly<Record<string, ObjectKind>> = { dashboard: 'dashboard', slice: 'chart', dataset: 'dataset' };

/**
 * Pure: the newest first, each object once, at its last time and with the title and address of `first`'s entry where
 * both have one.
 */
export function mergeVisits(first: readonly Visit[], second: readonly Visit[]): readonly Visit[] {
  const merged = new Map<string, Visit>();
  for (const visit of [...first, ...second]) {
    const known = merged.get(keyOf(visit));
    merged.set(keyOf(visit), known ? { ...known, at: Math.max(known.at, visit.at) } : visit);
  }
  return [...merged.values()].toSorted((a, b) => b.at - a.at).slice(0, keptAtMost);
}

/** What the server stores; kinds that this page does not know are left out. */
export function readActivity(list: readonly Activity[]): readonly Visit[] {
  return list.flatMap(({ item_type, item_id, item_title, item_url, time }) => {
    const kind = kinds[item_type];
    return kind ? [{ kind, id: item_id, title: item_title, href: item_url, at: time }] : [];
  });
}

type RecentStore = {
  readonly user: number | null;
  readonly visits: readonly Visit[];
  /** Whether the server was asked. */ readonly isLoaded: boolean;
};

export const useRecent = create<RecentStore>(() => ({ user: null, visits: [], isLoaded: false }));

/** Two users at one browser do not see each other's list. */
export function beginRecent(user: number): void {
  const { user: before, visits } = useRecent.getState();
  if (before !== user) useRecent.setState({ user, visits: before === null ? visits : [], isLoaded: false });
}

/** Ask the server what this user opened of late. Without an answer the list stays as it is: nothing depends on it. */
export async function loadRecent(user: number): Promise<void> {
  beginRecent(user);
  try {
    const { result } = await request<RecentActivity>(
      listAddress('log/recent_activity', { page: 0, pageSize: keptAtMost }),
      { signInAgain: false },
    );
    const state = useRecent.getState();
    if (state.user === user) useRecent.setState({ visits: mergeVisits(readActivity(result), state.visits) });
  } catch {
    // The next visit of the home page asks again.
  }
  if (useRecent.getState().user === user) useRecent.setState({ isLoaded: true });
}

/**
 * Show at once that an object was opened; the server knows it from the page's `mount_…` event. Pages call it when the
 * object has loaded.
 */
export function recordVisit(visit: Omit<Visit, 'at'>, now: number = Date.now()): void {
  useRecent.setState(({ visits }) => ({ visits: mergeVisits([{ ...visit, at: now }], visits) }));
}

/** A deleted object leaves the list; the server leaves it out by itself. */
export function forgetVisit(kind: ObjectKind, id: number): void {
  useRecent.setState(({ visits }) => ({ visits: visits.filter((visit) => visit.kind !== kind || visit.id !== id) }));
}

function keyOf({ kind, id }: Pick<Visit, 'kind' | 'id'>): string {
  return `${kind}:${id}`;
}
