import { message, type Words } from '../messages.ts';
import { defineErrors } from './define.ts';

/** Whether the bounds of a time range are among the names. */
const boundsIn = (names: string): boolean => /\b(from|to)_dttm\b/.test(names);

/** Templates in SQL. */
export const templateErrors = defineErrors({
  template_missing_params: {
    status: 400,
    type: 'MISSING_TEMPLATE_PARAMS_ERROR',
    text: (p: { names: string }) =>
      boundsIn(p.names)
        ? message('The template uses parameters that have no value: %(names)s. A time range gives them theirs.', p)
        : message('The template uses parameters that have no value: %(names)s', p),
  },
  template_invalid: {
    status: 400,
    type: 'INVALID_TEMPLATE_PARAMS_ERROR',
    text: (p: { reason: string }) => message('The template cannot be rendered: %(reason)s', { reason: p.reason }),
  },
  template_limit: { status: 400, type: 'INVALID_TEMPLATE_PARAMS_ERROR', text: (p: { reason: Words }) => p.reason },
});
