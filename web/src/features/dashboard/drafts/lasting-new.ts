import { randomId } from '../../../api/random-id.ts';
import { draftText, parseDraft, type DashboardDraft } from '../dashboard-draft.ts';

/**
 * New dashboards that were never saved outlive their tab: the browser has them for their author, each under the name of
 * the tab that it is made in.
 */
type Lasting = { readonly at: number; readonly text: string };
type Lastings = Readonly<Record<string, Lasting>>;

const LASTS_MS = 14 * 86_400_000;
/** Older ones go: nobody makes more of them at once. */
const MOST = 5;
const TAB = 'tessera.dashboard.new-tab';

const PREFIX = 'tessera.dashboard.new:';

function readLastings(userId: number): Lastings {
  try {
    return parseLastings(JSON.parse(localStorage.getItem(PREFIX + userId) ?? 'null'));
  } catch {
    return {};
  }
}

function writeLastings(userId: number, all: Lastings): void {
  try {
    localStorage.setItem(PREFIX + userId, JSON.stringify(all));
  } catch {
    // A private window or a full store forgets; the tab has its own.
  }
}

function parseLastings(stored: unknown): Lastings {
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter((entry): entry is [string, Lasting] => isLasting(entry[1])));
}

function isLasting(value: unknown): value is Lasting {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'number' &&
    'text' in value &&
    typeof value.text === 'string'
  );
}

/** The new dashboard of this tab as it is now; null once it is saved or given up. @param now epoch ms */
export function keepNew(userId: number, draft: DashboardDraft | null, now: number): void {
  const { [tabName()]: before, ...others } = readLastings(userId);
  if (draft === null && before === undefined) return;
  const all = Object.entries(others).filter(([, { at }]) => now - at < LASTS_MS);
  const own = draft === null ? [] : [[tabName(), { at: now, text: draftText(draft) }] as const];
  const newest = [...own, ...all].toSorted(([, one], [, other]) => other.at - one.at);
  writeLastings(userId, Object.fromEntries(newest.slice(0, MOST)));
}

export type FoundNew = { readonly tab: string; readonly at: number; readonly draft: DashboardDraft };

/** The newest one of another tab, which may be closed by now; null for none. @param now epoch ms */
export function foundNew(userId: number, now: number): FoundNew | null {
  const found = Object.entries(readLastings(userId)).flatMap(([tab, { at, text }]) => {
    const draft = tab === tabName() || now - at >= LASTS_MS ? null : parseDraft(text);
    return draft === null ? [] : [{ tab, at, draft }];
  });
  return found.toSorted((one, other) => other.at - one.at)[0] ?? null;
}

/** It is not wanted any more, or goes on in this tab. */
export function dropNew(userId: number, tab: string): void {
  const { [tab]: _, ...others } = readLastings(userId);
  writeLastings(userId, others);
}

/** The one of this tab is saved, or given up. */
export function endNew(userId: number): void {
  dropNew(userId, tabName());
}

let named: string | null = null;

/** The same after a reload. */
function tabName(): string {
  if (named !== null) return named;
  try {
    named = sessionStorage.getItem(TAB) ?? randomId();
    sessionStorage.setItem(TAB, named);
  } catch {
    // Without storage the tab is another one after a reload.
    named ??= randomId();
  }
  return named;
}
