import { message, messageN, type Words } from '../messages.ts';
import { defineErrors, type None } from './define.ts';

/** What can be wrong with a file that somebody sends. */
export const uploadErrors = defineErrors({
  upload_too_large: {
    status: 413,
    text: (p: { megabytes: number; limit: number }) =>
      message('The file has %(megabytes)s MB; at most %(limit)s MB can be uploaded.', {
        megabytes: p.megabytes,
        limit: p.limit,
      }),
  },
  uploads_full: {
    status: 422,
    text: (p: { limit: number }) =>
      message(
        'The tables that were uploaded fill the %(limit)s MB that they may have. Ask an administrator for more room.',
        { limit: p.limit },
      ),
  },
  upload_gone: {
    status: 404,
    text: (_: None) => message('This upload is no longer there. Send the file again.'),
  },
  upload_out_of_step: {
    status: 422,
    text: (p: { received: number }) => message('The upload goes on at byte %(received)s.', { received: p.received }),
  },
  /** `line` is that of the file, where it is known. */
  upload_unreadable: {
    status: 422,
    text: (p: { reason: Words; line: number | null }) =>
      p.line === null ? p.reason : message('%(reason)s (line %(line)s)', { reason: p.reason, line: p.line }),
  },
  upload_faulty: {
    status: 422,
    text: (p: { count: number; first: Words }) =>
      messageN(
        'One row does not fit, and nothing was loaded. %(first)s',
        '%(count)s rows do not fit, and nothing was loaded. %(first)s',
        p.count,
        { first: p.first },
      ),
  },
  upload_not_allowed: {
    status: 422,
    text: (p: { database: string }) =>
      message('Files cannot be uploaded to the database %(database)s.', { database: p.database }),
  },
  table_exists: {
    status: 422,
    text: (p: { table: string }) =>
      message('There is a table %(table)s already. Choose another name.', { table: p.table }),
  },
});
