import { readLayout, storedLayout } from '@tessera/core/layout/stored';
import type { Layout } from '@tessera/core/layout/types';
import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import type { DashboardContent } from './merge-dashboard.ts';

/**
 * Changes of a dashboard that were not saved yet survive a reload: they wait in the tab, under the dashboard that they
 * belong to.
 */
export type DashboardDraft = {
  readonly title: string;
  readonly layout: Layout;
  /** What the changes were made on, and its version; 0 for a dashboard that is not stored yet. */
  readonly base: DashboardContent;
  readonly version: number;
};

const PREFIX = 'tessera.dashboard.draft:';

/** A dashboard by its number, or the one that has none yet. */
export type DraftKey = number | 'new';

export function keepDraft(key: DraftKey, draft: DashboardDraft | null): void {
  try {
    if (draft === null) sessionStorage.removeItem(PREFIX + key);
    else sessionStorage.setItem(PREFIX + key, draftText(draft));
  } catch {
    // A private window or a full store forgets; the page itself has everything.
  }
}

export function readDraft(key: DraftKey): DashboardDraft | null {
  try {
    return parseDraft(sessionStorage.getItem(PREFIX + key));
  } catch {
    return null;
  }
}

export function draftText({ title, layout, base, version }: DashboardDraft): string {
  return printExactJson({
    title,
    positions: storedLayout(layout),
    base: { title: base.title, positions: storedLayout(base.layout), metadata: base.metadata },
    version,
  });
}

/** A draft from storage; whatever is not one is none. */
export function parseDraft(text: string | null): DashboardDraft | null {
  if (text === null) return null;
  try {
    const value = parseExactJson(text);
    if (!isRecord(value) || !isRecord(value['base'])) return null;
    const { title, positions, version, base } = value;
    if (
      typeof title !== 'string' ||
      typeof version !== 'number' ||
      typeof value['base']['title'] !== 'string' ||
      !isRecord(base)
    )
      return null;
    const metadata = isRecord(value['base']['metadata']) ? value['base']['metadata'] : {};
    return {
      title,
      layout: readLayout(positions),
      version,
      base: { title: value['base']['title'], layout: readLayout(base['positions']), metadata },
    };
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
