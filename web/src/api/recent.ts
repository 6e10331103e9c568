import { create } from 'zustand';

export type ObjectKind = 'dashboard' | 'chart' | 'dataset';
/** An object that this person opened in this browser. `at` is epoch milliseconds. */
export type Visit = { readonly kind: ObjectKind; readonly id: number; readonly title: string; readonly href: string; readonly at: number };

const keptAtMost = 30;

/** Pure: the newest first, each object once. */
export function visited(visits: readonly Visit[], visit: Visit): readonly Visit[] {
  const others = visits.filter((other) => other.kind !== visit.kind || other.id !== visit.id);
  return [visit, ...others].slice(0, keptAtMost);
}

/** Visits from storage; whatever is not one is dropped. */
export function readVisits(stored: string | null): readonly Visit[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(list) ? list.filter(isVisit) : [];
  } catch {
    return [];
  }
}

function isVisit(value: unknown): value is Visit {
  if (typeof value !== 'object' || value === null) return false;
  const { kind, id, title, href, at } = value as Readonly<Record<string, unknown>>;
  return (kind === 'dashboard' || kind === 'chart' || kind === 'dataset') && typeof id === 'number' && typeof title === 'string' && typeof href === 'string' && href.startsWith('/') && typeof at === 'number';
}

type RecentStore = { readonly person: number | null; readonly visits: readonly Visit[] };

export const useRecent = create<RecentStore>(() => ({ person: null, visits: [] }));

/** Two people at one browser do not see each other's list. */
export function loadRecent(person: number): void {
  if (useRecent.getState().person === person) return;
  useRecent.setState({ person, visits: readVisits(read(keyOf(person))) });
}

/** Remember that an object was opened: pages call it when the object has loaded. */
export function recordVisit(visit: Omit<Visit, 'at'>, now: number = Date.now()): void {
  const { person, visits } = useRecent.getState();
  if (person === null) return;
  const next = visited(visits, { ...visit, at: now });
  useRecent.setState({ visits: next });
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(next));
  } catch {
    // A private window remembers as long as the page lasts.
  }
}

/** A deleted object leaves the list. */
export function forgetVisit(kind: ObjectKind, id: number): void {
  const { person, visits } = useRecent.getState();
  if (person === null) return;
  const next = visits.filter((visit) => visit.kind !== kind || visit.id !== id);
  useRecent.setState({ visits: next });
  try {
    localStorage.setItem(keyOf(person), JSON.stringify(next));
  } catch {
    // See recordVisit.
  }
}

function keyOf(person: number): string {
  return `tessera.recent.${person}`;
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
