import { defineErrors } from './define.ts';

/** Whether the bounds of a time range are among the names. */
const boundsIn = (names: string): boolean => /\b(from|to)_dttm\b/.test(names);

/** Templates in SQL. */
export const templateErrors = defineErrors({
  template_missing_params: {
    status: 400,
    type: 'MISSING_TEMPLATE_PARAMS_ERROR',
    text: (p: { names: string }) =>
      'The template uses parameters that have no value: ' +
      `${p.names}${boundsIn(p.names) ? '. A time range gives them theirs.' : ''}`,
  },
  template_invalid: {
    status: 400,
    type: 'INVALID_TEMPLATE_PARAMS_ERROR',
    text: (p: { reason: string }) => `The template cannot be rendered: ${p.reason}`,
  },
  template_limit: { status: 400, type: 'INVALID_TEMPLATE_PARAMS_ERROR', text: (p: { reason: string }) => p.reason },
});
