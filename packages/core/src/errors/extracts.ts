import { message, type Words } from '../messages.ts';
import { defineErrors, type None } from './define.ts';

/** What can be wrong with the extract of a dataset. */
export const extractErrors = defineErrors({
  /** `reason`: a sentence. */
  extract_impossible: {
    status: 422,
    text: (p: { reason: Words }) => message('This dataset cannot be accelerated. %(reason)s', { reason: p.reason }),
  },
  extract_too_large: {
    status: 422,
    text: (p: { megabytes: number }) =>
      message(
        'The extract grew beyond the %(megabytes)s MB that it may have. Leave columns or rows out of the dataset, or ' +
          'ask an administrator for more room (extractMb).',
        { megabytes: p.megabytes },
      ),
  },
  extracts_full: {
    status: 422,
    text: (p: { megabytes: number }) =>
      message(
        'The extracts of all datasets fill the %(megabytes)s MB that they may have. ' +
          'Ask an administrator for more room ' +
          '(extractsMb).',
        { megabytes: p.megabytes },
      ),
  },
  extract_no_space: {
    status: 507,
    text: (_: None) => message('There is no space left on the disk for the extract.'),
  },
  extract_failed: {
    status: 422,
    text: (p: { reason: string }) => message('The extract could not be made: %(reason)s', { reason: p.reason }),
  },
  extract_running: {
    status: 409,
    text: (_: None) => message('The extract of this dataset is being refreshed already.'),
  },
  not_accelerated: {
    status: 422,
    text: (_: None) => message('This dataset is not accelerated.'),
  },
});
