import { t, tn } from '@tessera/core/messages';
import { create } from 'zustand';
import { useTabs } from '../tabs/tabs-store.ts';
import type { Run } from './run.ts';

/** A query that is over sooner is no reason to disturb anybody. */
const LONG_MS = 5000;
const KEY = 'tessera.sql-editor.notify';

/** Whether the user wants to hear of long queries that end while the page is not in sight. */
export const useNotify = create<{ readonly isOn: boolean }>(() => ({ isOn: readChoice() }));

/** Turn it on; the browser asks for its permission then, and not before. @returns whether it may */
export async function enableNotifications(): Promise<boolean> {
  if (typeof Notification === 'undefined') return false;
  const isAllowed = (await Notification.requestPermission()) === 'granted';
  setChoice(isAllowed);
  return isAllowed;
}

export function disableNotifications(): void {
  setChoice(false);
}

/** Say that a run is over, to somebody who looks elsewhere. */
export function notifyOfEnd(tabId: string, run: Run): void {
  const ms = (run.endedAt ?? Date.now()) - run.startedAt;
  if (!useNotify.getState().isOn || document.visibilityState !== 'hidden' || ms < LONG_MS) return;
  if (typeof Notification === 'undefined' || Notification.permission !== 'granted') return;
  const name = useTabs.getState().tabs.find(({ id }) => id === tabId)?.name;
  if (name === undefined) return;
  try {
    const notification = new Notification(name, { body: endText(run), tag: run.query.id });
    notification.addEventListener('click', () => {
      window.focus();
      notification.close();
    });
  } catch {
    // Browsers of phones allow them and show none: what cannot be done is not offered as done.
    disableNotifications();
  }
}

function endText({ state, results, errors }: Run): string {
  if (state === 'failed' || state === 'timed_out') return errors[0]?.message ?? t('The query failed.');
  if (state === 'stopped') return t('The query was stopped.');
  const rows = results.at(-1)?.table.rowCount;
  return rows === undefined ? t('The query has ended.') : tn('1 row is here.', '%(count)s rows are here.', rows);
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}

function setChoice(isOn: boolean): void {
  useNotify.setState({ isOn });
  try {
    localStorage.setItem(KEY, isOn ? '1' : '0');
  } catch {
    // A private window: it lasts as long as the page.
  }
}
