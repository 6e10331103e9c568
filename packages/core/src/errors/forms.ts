import { message } from '../messages.ts';
import { defineErrors, type None } from './define.ts';

/** Form data and filters that cannot be read ([5.0]). */
export const formErrors = defineErrors({
  invalid_orderby: { status: 400, text: (_: None) => message('Found invalid orderby options') },
  invalid_filter_key: { status: 400, text: (_: None) => message('Cannot parse invalid filter key') },
});
