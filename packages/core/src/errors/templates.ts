import { defineErrors } from './define.ts';

/** Templates in SQL. */
export const templateErrors = defineErrors({
  template_missing_params: { status: 400, type: 'MISSING_TEMPLATE_PARAMS_ERROR', text: (p: { names: string }) => `The template uses parameters that have no value: ${p.names}` },
  template_invalid: { status: 400, type: 'INVALID_TEMPLATE_PARAMS_ERROR', text: (p: { reason: string }) => `The template cannot be rendered: ${p.reason}` },
  template_limit: { status: 400, type: 'INVALID_TEMPLATE_PARAMS_ERROR', text: (p: { reason: string }) => p.reason },
});
