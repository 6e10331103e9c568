import { defineErrors, type None } from './define.ts';

/** Rules of charts, dashboards, datasets, databases and users. */
export const objectErrors = defineErrors({
  dashboard_edit_denied: { status: 403, text: (_: None) => 'You do not have permissions to edit this dashboard.' },
  /** Opening a dashboard opens the data of its charts: to roles, and to guests. */
  data_share_denied: {
    status: 403,
    text: (_: None) =>
      'This dashboard shows data that you may not read, so you cannot open more of it to others. Ask somebody who may.',
  },
  embedding_not_found: { status: 400, text: (_: None) => 'EmbeddedDashboard not found.' },
  name_taken: { status: 422, text: (p: { field: string; value: string }) => `${p.field} ${p.value} already exists.` },
  position_too_large: {
    status: 422,
    text: (p: { size: number; limit: number }) =>
      `The dashboard layout has ${p.size} characters; at most ${p.limit} can be saved. Remove charts or split ` +
      'the dashboard.',
  },
  /** `objects` are the names of what would break. */
  in_use: {
    status: 422,
    text: (p: { object: string; objects: readonly string[] }) =>
      `This ${p.object} is used by ${p.objects.join(', ')}. Delete or move those first.`,
  },
});
