import { flagArgument, argument, textArgument, type Macro } from './macro.ts';
import { escapeText } from './literals.ts';

/** url_param(name, default, add_to_cache_keys, escape_result): of the request first, then of the saved form data. */
const urlParam: Macro = (call, run) => {
  const name = textArgument('url_param', call, 0, 'param');
  const { request, form } = run.data.urlParams;
  const found = Object.hasOwn(request, name) ? request[name] : Object.hasOwn(form, name) ? form[name] : undefined;
  const value = found ?? argument(call, 1, 'default') ?? null;
  // Text from an address ends up between quotes that the author wrote: it may not close them.
  const safe =
    typeof value === 'string' && flagArgument(call, 3, 'escape_result', true)
      ? escapeText(run.data.dialect, value)
      : value;
  if (flagArgument(call, 2, 'add_to_cache_keys', true)) run.useCacheKey(safe);
  return safe;
};

export const urlParamMacros: Readonly<Record<string, Macro>> = { url_param: urlParam };
