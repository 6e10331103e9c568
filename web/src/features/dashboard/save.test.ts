import { AppError } from '@tessera/core/errors/app-error';
import { startHistory } from '@tessera/core/layout/history';
import { updateMeta } from '@tessera/core/layout/resize';
import { emptyLayout, GRID_ID } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { savePayload, saveErrorText } from './save.ts';

const history = startHistory(emptyLayout);

test('[7.4-03] [5.0-12] a save sends the title and the layout inside the settings', () => {
  const { dashboard_title, json_metadata } = savePayload({ title: ' ', history, metadata: { color_scheme: 'a' } });
  expect(dashboard_title).toBe('[ untitled dashboard ]');
  expect(JSON.parse(json_metadata ?? '')).toMatchObject({ color_scheme: 'a', positions: { DASHBOARD_VERSION_KEY: 'v2', ROOT_ID: { children: [GRID_ID] } } });
});

test('[9.0-24] [8.3-02] a layout over the limit is refused before it is sent', () => {
  const big = startHistory(updateMeta(emptyLayout, GRID_ID, { code: 'x'.repeat(66_000) }));
  const attempt = () => savePayload({ title: 'Big', history: big, metadata: {} });
  expect(attempt).toThrow(AppError);
  try {
    attempt();
  } catch (error) {
    expect(saveErrorText(error)).toMatch(/^Sorry, there was an error saving this dashboard: .*at most 65535/);
  }
});

test('[6.0-05] [8.3-02] a refused save says that the right is missing', () => {
  const refused = (message: string) => new ApiError({ status: 403, message, code: null, errors: [], requestId: null });
  expect(saveErrorText(refused('Forbidden'))).toBe('You do not have permission to edit this dashboard');
  expect(saveErrorText(refused('You do not have permissions to edit this dashboard.'))).toBe('You do not have permissions to edit this dashboard.');
});
