import { escapeText } from './literals.ts';
import { flagArgument, type Macro, type MacroRun, type Call } from './macro.ts';

/** Names and addresses are chosen by users and end up between quotes that the author of the SQL wrote. */
function quotable({ data }: MacroRun, text: string | undefined): string | undefined {
  return text === undefined ? undefined : escapeText(data.dialect, text);
}

/** A fact of the user; unless stated otherwise it separates cache entries, so that no one gets another's rows. */
function fact(read: (run: MacroRun) => unknown, keyOf: (value: unknown) => unknown = (value) => value): Macro {
  return (call: Call, run: MacroRun) => {
    const value = read(run) ?? null;
    if (value !== null && flagArgument(call, 0, 'add_to_cache_keys', true)) run.useCacheKey(keyOf(value));
    return value;
  };
}

/**
 * Who asks: current_user_id(), current_username(), current_user_email(), current_user_roles(),
 * current_user_rls_rules().
 */
export const identityMacros: Readonly<Record<string, Macro>> = {
  current_user_id: fact(({ data }) => data.user?.id),
  current_username: fact((run) => quotable(run, run.data.user?.username)),
  current_user_email: fact((run) => quotable(run, run.data.user?.email)),
  current_user_roles: fact(
    ({ data }) => (data.user && data.user.roles.length > 0 ? [...data.user.roles].sort() : null),
    (roles) => JSON.stringify(roles),
  ),
  current_user_rls_rules: (_call, run) => {
    const rules = run.data.rlsRules && run.data.rlsRules.length > 0 ? [...run.data.rlsRules].sort() : null;
    run.useCacheKey(JSON.stringify(rules));
    return rules;
  },
  cache_key_wrapper: (call, run) => {
    const value = call.positional[0] ?? null;
    run.useCacheKey(value);
    return value;
  },
};
