import { message, messageN } from '../messages.ts';
import { defineErrors, type None } from './define.ts';

/** Rules of charts, dashboards, datasets, databases and users. */
export const objectErrors = defineErrors({
  dashboard_edit_denied: {
    status: 403,
    text: (_: None) => message('You do not have permissions to edit this dashboard.'),
  },
  /** Opening a dashboard opens the data of its charts: to roles, and to guests. */
  data_share_denied: {
    status: 403,
    text: (_: None) =>
      message(
        'This dashboard shows data that you may not read, so you cannot open more of it to others. ' +
          'Ask somebody who may.',
      ),
  },
  embedding_not_found: { status: 400, text: (_: None) => message('EmbeddedDashboard not found.') },
  name_taken: {
    status: 422,
    text: (p: { field: string; value: string }) =>
      message('%(field)s %(value)s already exists.', { field: p.field, value: p.value }),
  },
  position_too_large: {
    status: 422,
    text: (p: { size: number; limit: number }) =>
      messageN(
        'The dashboard layout has one character; at most %(limit)s can be saved. Remove charts or split the dashboard.',
        'The dashboard layout has %(count)s characters; at most %(limit)s can be saved. Remove charts or split ' +
          'the dashboard.',
        p.size,
        { limit: p.limit },
      ),
  },
  /** `objects` are the names of what would break. */
  in_use: {
    status: 422,
    text: (p: { object: string; objects: readonly string[] }) =>
      message('This %(object)s is used by %(objects)s. Delete or move those first.', {
        object: p.object,
        objects: p.objects.join(', '),
      }),
  },
});
