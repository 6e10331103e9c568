import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetCsrfToken } from '../../../api/client.ts';
import { useToasts } from '../../../ui/feedback/toast-store.ts';
import { loadOpening } from '../openings/load-opening.ts';
import { useTabs } from '../tabs/tabs-store.ts';
import { tabOf } from '../tabs/tabs.ts';
import { saveAgain, saveAsNew } from './save-query.ts';
import { scheduleForm, scheduleQuery } from './schedule-query.ts';

const client = new QueryClient();
const tab = tabOf({ tabs: [] }, { id: 'a', maxRow: 10, name: 'Mine', dbId: 3, sql: 'SELECT 1', remoteId: 5 }, 0);
const form = { label: ' Daily ', interval: '@daily', start: '2026-01-02T03:04', end: '', outputTable: ' t ' };
type Sent = {
  readonly call: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly ifMatch: string | null;
};

/** A server that answers by method and address; what it has no answer for is refused. */
function serve(answers: Readonly<Record<string, object>>): readonly Sent[] {
  const sent: Sent[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body, headers }: RequestInit) => {
    if (address.includes('csrf_token')) return Response.json({ result: 'token' });
    const call = `${method} ${address}`;
    sent.push({
      call,
      body: typeof body === 'string' ? (JSON.parse(body) as Sent['body']) : {},
      ifMatch: new Headers(headers).get('If-Match'),
    });
    const answer = answers[call];
    return answer ? Response.json(answer) : Response.json({ message: 'No room' }, { status: 422 });
  });
  return sent;
}
/** The saved query 9 as the server has it: the version that the tab knows, unless something else is given. */
function stored(change: object, newestText = 1): Readonly<Record<string, object>> {
  const result = { id: 9, version: 1, can_edit: true, label: 'Mine', sql: 'SELECT 0', template_parameters: null };
  return {
    'GET /api/v1/saved_query/9': { result: { ...result, ...change } },
    'GET /api/v1/saved_query/9/versions': { result: [{ version: newestText }] },
  };
}
const written = { 'PUT /api/v1/saved_query/9': {} };
const known = { ...tab, savedQueryId: 9, savedVersion: 1 };
const said = () =>
  useToasts.getState().list.map(({ tone, message }) => `${tone}: ${typeof message === 'string' ? message : ''}`);

beforeEach(() => {
  forgetCsrfToken();
  useToasts.setState({ list: [] });
  useTabs.setState({ tabs: [tab] });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useTabs.setState({ tabs: [] });
});

test('[8.5-03] a save says how it went: saved, updated, not saved, not updated, not properly saved', async () => {
  serve({ 'POST /api/v1/saved_query/': { id: 9 }, 'PUT /tabstateview/5': {}, ...stored({}), ...written });
  expect(await saveAsNew(client, tab, { label: 'Mine', description: '' })).toBe(true);
  expect(await saveAgain(client, known, 9)).toEqual({ kind: 'saved' });
  expect(said()).toEqual(['success: Your query was saved', 'success: Your query was updated']);
  useToasts.setState({ list: [] });
  serve({});
  expect(await saveAsNew(client, tab, { label: 'Mine', description: '' })).toBe(false);
  expect(await saveAgain(client, tab, 9)).toEqual({ kind: 'failed' });
  expect(said()).toEqual([
    'danger: Your query could not be saved. No room',
    'danger: Your query could not be updated. No room',
  ]);
  useToasts.setState({ list: [] });
  // The query is saved, and its tab on the server does not know it.
  serve({ 'POST /api/v1/saved_query/': { id: 9 } });
  expect(await saveAsNew(client, tab, { label: 'Mine', description: '' })).toBe(true);
  expect(said()).toEqual(['danger: Your query was not properly saved']);
});

test('[8.5-03] an update writes over no text that the tab does not know', async () => {
  const writes = (sent: readonly Sent[]) => sent.filter(({ call }) => call.startsWith('PUT'));
  // Another window saved: nothing is written, and the user learns what is there.
  const theirs = { version: 2, sql: 'SELECT 2' };
  const sent = serve({ ...stored(theirs, 2), ...written });
  expect(await saveAgain(client, known, 9)).toMatchObject({ kind: 'conflict', theirs });
  expect(await scheduleQuery(client, known, form)).toBe(false);
  expect(said()).toEqual(['danger: Somebody saved another text of this query. Update it first: that shows you both.']);
  expect(writes(sent)).toEqual([]);
  // Who saw that text may replace it.
  expect(await saveAgain(client, known, 9, 2)).toEqual({ kind: 'saved' });
  expect(writes(sent)).toMatchObject([{ ifMatch: '"2"', body: { sql: 'SELECT 1' } }]);
  // What changed besides the text is nobody's loss.
  serve({ ...stored({ version: 4 }, 1), ...written });
  expect(await saveAgain(client, known, 9)).toEqual({ kind: 'saved' });
  // Whoever may not change it saves it as another.
  serve(stored({ can_edit: false }));
  expect(await saveAgain(client, known, 9)).toEqual({ kind: 'not_mine' });
  // What was deleted meanwhile is saved as a new one.
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Not found' }, { status: 404 }));
  expect(await saveAgain(client, known, 9)).toEqual({ kind: 'gone' });
  expect(said()).toContain('warning: The saved query was deleted. Save the text as a new one.');
});

test('[8.5-02] a schedule is saved with the query, and how that went is said', async () => {
  const sent = serve({ 'POST /api/v1/saved_query/': { id: 9 } });
  expect(await scheduleQuery(client, tab, form)).toBe(true);
  const { label, extra_json: extra } = sent[0]?.body ?? {};
  expect([label, JSON.parse(String(extra))]).toEqual([
    'Daily',
    {
      schedule_info: {
        schedule_interval: '@daily',
        start_date: new Date('2026-01-02T03:04').toISOString(),
        end_date: null,
        output_table: 't',
      },
    },
  ]);
  // The form is found again as it was left.
  expect(scheduleForm('Daily', JSON.parse(String(extra)) as Record<string, unknown>)).toEqual({
    ...form,
    label: 'Daily',
    outputTable: 't',
  });
  expect(said()).toEqual([
    'success: Your query has been scheduled. To see details of your query, navigate to Saved queries',
  ]);
  useToasts.setState({ list: [] });
  serve({});
  expect(await scheduleQuery(client, tab, form)).toBe(false);
  expect(said()).toEqual(['danger: Your query could not be scheduled']);
});

test('[8.5-04] what cannot be opened says whether it was a query or a dataset', async () => {
  serve({});
  const opened = (opening: Parameters<typeof loadOpening>[1]) =>
    loadOpening(client, opening).catch((error: unknown) => (error instanceof Error ? error.message : error));
  expect(await opened({ kind: 'saved', id: 7 })).toBe("The query couldn't be loaded. No room");
  expect(await opened({ kind: 'datasource', key: '7__table', given: {} })).toBe(
    "The datasource couldn't be loaded. No room",
  );
  // Who may not see it learns nothing more.
  vi.stubGlobal('fetch', async () => Response.json({ message: 'Not found' }, { status: 404 }));
  expect(await opened({ kind: 'link', key: 'x' })).toBe("The query couldn't be loaded");
});
