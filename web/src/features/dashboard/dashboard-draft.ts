import type { DashboardDocument } from '@tessera/core/dashboard/document';
import { serializeDocument, readSerializedDocument } from '@tessera/core/dashboard/stored';
import { parseExactJson, printExactJson } from '@tessera/core/exact-json';

/**
 * Changes of a dashboard that were not saved yet survive a reload: they wait in the tab, under the dashboard that they
 * belong to.
 */
export type DashboardDraft = {
  readonly document: DashboardDocument;
  /** What the changes were made on, and its version; 0 for a dashboard that is not stored yet. */
  readonly base: DashboardDocument;
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

export function draftText({ document, base, version }: DashboardDraft): string {
  return printExactJson({ document: serializeDocument(document), base: serializeDocument(base), version });
}

/** A draft from storage; whatever is not one is none. */
export function parseDraft(text: string | null): DashboardDraft | null {
  if (text === null) return null;
  try {
    const value = parseExactJson(text);
    if (typeof value !== 'object' || value === null || !('version' in value) || typeof value.version !== 'number')
      return null;
    const document = 'document' in value ? readSerializedDocument(value.document) : null;
    const base = 'base' in value ? readSerializedDocument(value.base) : null;
    return document && base ? { document, base, version: value.version } : null;
  } catch {
    return null;
  }
}
