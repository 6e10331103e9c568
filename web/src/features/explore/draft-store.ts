import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import type { Draft } from '../../chart-editor/draft.ts';

/** Edits that were not run yet survive a reload: they wait in the tab under the address that they belong to. */

const PREFIX = 'tessera.explore.draft:';

export type StoredDraft = {
  readonly draft: Draft;
  /** Of the saved chart that was changed, so that a save finds out when somebody else saved since. */
  readonly version: number | null;
  /** The chart showed it already, although the address did not hold it yet. */
  readonly wasRun: boolean;
};

export function keepDraft(search: string, kept: StoredDraft | null): void {
  try {
    if (kept === null) sessionStorage.removeItem(PREFIX + search);
    else
      sessionStorage.setItem(
        PREFIX + search,
        printExactJson({ ...kept.draft, version: kept.version, wasRun: kept.wasRun }),
      );
  } catch {
    // A private window or a full store forgets; the page itself has everything.
  }
}

/**
 * What was changed and not saved is not wanted any more: under the address of the page, nor under that of the saved
 * chart.
 */
export function forgetDrafts(address: string, chartId: number | null): void {
  keepDraft(address, null);
  if (chartId !== null) keepDraft(`?slice_id=${chartId}`, null);
}

export function readDraft(search: string): StoredDraft | null {
  try {
    const text = sessionStorage.getItem(PREFIX + search);
    const draft = parseDraft(text);
    return draft && { draft, ...madeOf(text ?? '') };
  } catch {
    return null;
  }
}

function madeOf(text: string): Omit<StoredDraft, 'draft'> {
  const { version, wasRun } = parseExactJson(text) as { readonly version?: unknown; readonly wasRun?: unknown };
  return { version: typeof version === 'number' ? version : null, wasRun: wasRun === true };
}

/** A draft from storage; whatever is not one is none. */
export function parseDraft(text: string | null): Draft | null {
  if (text === null) return null;
  try {
    const value = parseExactJson(text);
    if (typeof value !== 'object' || value === null) return null;
    const { name, vizType, form } = value as Readonly<Record<string, unknown>>;
    if (
      typeof name !== 'string' ||
      typeof vizType !== 'string' ||
      typeof form !== 'object' ||
      form === null ||
      Array.isArray(form)
    )
      return null;
    return { name, vizType, form: form as Draft['form'] };
  } catch {
    return null;
  }
}
