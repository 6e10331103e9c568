import { t } from '@tessera/core/messages';
import type { Suggestion } from '../../ui/code-editor/editor-props.ts';

/** What a template may ask, as it is written inside of its tag. `{}` are the places to fill in. */
export function templateMacros(): readonly Suggestion[] {
  return [
    macro('current_username', 'current_username()', t('who looks at it')),
    macro('current_user_id', 'current_user_id()', t('who looks at it, as a number')),
    macro('current_user_email', 'current_user_email()', t('who looks at it')),
    macro('current_user_roles', 'current_user_roles()', t('their roles, a list')),
    macro('current_user_rls_rules', 'current_user_rls_rules()', t('the rules that limit them, a list')),
    macro('filter_values', "filter_values('${column}')", t('values chosen in a filter, a list')),
    macro('filter_values where_in', "filter_values('${column}') | where_in", t('the values as an IN list')),
    macro('get_filters', "get_filters('${column}')", t('operator and value of each filter')),
    macro('get_time_filter', "get_time_filter('${column}')", t('the time range of a filter')),
    macro('from_dttm', 'from_dttm', t('begin of the time range')),
    macro('to_dttm', 'to_dttm', t('end of the time range')),
    macro('url_param', "url_param('${name}')", t('a value in the address')),
    macro('metric', "metric('${name}')", t('SQL of a saved metric')),
    macro('dataset', 'dataset(${id})', t('query of another dataset')),
  ];
}

function macro(label: string, insert: string, detail: string): Suggestion {
  return { label, kind: 'macro', insert, detail };
}
