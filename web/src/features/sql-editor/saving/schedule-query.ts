import type { QueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { SavedQueryPost } from '@tessera/server/contract';
import { createSavedQuery, readSavedQuery, savedQueriesResource } from '../../../api/saved-queries.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { editTab } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import { isNewText, overwrite, savedBody } from './save-query.ts';

export type ScheduleForm = {
  readonly label: string;
  /** A word such as `@daily`, or the five fields of cron. */
  readonly interval: string;
  /** Local times as the browser's field has them; `end` and `outputTable` may be empty. */
  readonly start: string;
  readonly end: string;
  readonly outputTable: string;
};

/** What the form begins with: the schedule that the query has, or none. @param extra  Of the saved query */
export function scheduleForm(label: string, extra: Readonly<Record<string, unknown>>): ScheduleForm {
  const info = extra['schedule_info'];
  const known = typeof info === 'object' && info !== null ? (info as Readonly<Record<string, unknown>>) : {};
  const text = (name: string): string => (typeof known[name] === 'string' ? known[name] : '');
  return {
    label,
    interval: text('schedule_interval') || '@daily',
    start: localTime(text('start_date')),
    end: localTime(text('end_date')),
    outputTable: text('output_table'),
  };
}

/** An instant as the browser's field has it; empty where it is none. */
function localTime(iso: string): string {
  const at = new Date(iso);
  if (Number.isNaN(at.getTime())) return '';
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Save a query with its schedule ([8.5-02]). @returns whether it went through */
export async function scheduleQuery(client: QueryClient, tab: EditorTab, form: ScheduleForm): Promise<boolean> {
  try {
    const { savedQueryId: id } = tab;
    const stored = id === null ? null : await readSavedQuery(id);
    if (stored !== null && (await isNewText(client, stored, tab))) {
      toast.danger(t('Somebody saved another text of this query. Update it first: that shows you both.'));
      return false;
    }
    const body = {
      ...savedBody(tab),
      label: form.label.trim(),
      extra_json: JSON.stringify({ ...stored?.extra, schedule_info: scheduleInfo(form) }),
    };
    if (stored === null) await createScheduled(tab, body);
    else await overwrite(client, tab, stored, body);
  } catch {
    toast.danger(t('Your query could not be scheduled'));
    return false;
  }
  await client.invalidateQueries({ queryKey: [savedQueriesResource] });
  toast.success(t('Your query has been scheduled. To see details of your query, navigate to Saved queries'));
  return true;
}

async function createScheduled(tab: EditorTab, body: SavedQueryPost): Promise<void> {
  editTab(tab.id, { savedQueryId: await createSavedQuery(body), savedVersion: 1, name: body.label ?? tab.name });
}

/** As schedulers read it of `extra_json`. */
export function scheduleInfo({ interval, start, end, outputTable }: ScheduleForm) {
  return {
    schedule_interval: interval,
    start_date: new Date(start).toISOString(),
    end_date: end === '' ? null : new Date(end).toISOString(),
    output_table: outputTable.trim() === '' ? null : outputTable.trim(),
  };
}
