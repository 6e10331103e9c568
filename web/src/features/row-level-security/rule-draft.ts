import { msg, t, tn } from '@tessera/core/messages';
import { ApiError } from '../../api/client.ts';
import type { Rule, RuleInput, RuleType } from '../../api/rules.ts';
import { placedMessage } from '../../ui/feedback/placed-message.ts';
import type { FormShape } from '../../ui/fields/use-shared-form.ts';

/** A rule as its form holds it: ids as text, nothing null. */
export type RuleDraft = {
  readonly name: string;
  readonly type: RuleType;
  readonly tables: readonly string[];
  readonly roles: readonly string[];
  readonly groupKey: string;
  readonly clause: string;
  readonly description: string;
};

export const emptyDraft: RuleDraft = {
  name: '',
  type: 'Regular',
  tables: [],
  roles: [],
  groupKey: '',
  clause: '',
  description: '',
};

export function draftOf(rule: Rule): RuleDraft {
  return {
    name: rule.name,
    type: rule.filter_type,
    tables: rule.tables.map(({ id }) => String(id)),
    roles: rule.roles.map(({ id }) => String(id)),
    groupKey: rule.group_key ?? '',
    clause: rule.clause,
    description: rule.description ?? '',
  };
}

export const ruleForm: FormShape<Rule, RuleDraft> = {
  fields: [
    { name: 'name', label: msg('Name') },
    { name: 'type', label: msg('Type') },
    { name: 'tables', label: msg('Datasets') },
    { name: 'roles', label: msg('Roles') },
    { name: 'groupKey', label: msg('Group key') },
    { name: 'clause', label: msg('Clause') },
    { name: 'description', label: msg('Description') },
  ],
  draftOf,
  wordsOf: (field, rule) => {
    if (field === 'tables') return rule.tables.map((table) => table.table_name).join(', ');
    if (field === 'roles') return rule.roles.map((role) => role.name).join(', ');
    return draftOf(rule)[field];
  },
};

export function inputOf(draft: RuleDraft): RuleInput {
  return {
    name: draft.name.trim(),
    filter_type: draft.type,
    tables: draft.tables.map(Number),
    roles: draft.roles.map(Number),
    group_key: draft.groupKey.trim() === '' ? null : draft.groupKey.trim(),
    // What is reported about it counts lines and columns from its beginning.
    clause: draft.clause.trimEnd(),
    description: draft.description.trim() === '' ? null : draft.description.trim(),
  };
}

/** What keeps the rule from being saved, or nothing. */
export function missingPart(draft: RuleDraft): string | null {
  if (draft.name.trim() === '') return t('Give the rule a name');
  if (draft.tables.length === 0) return t('Choose at least one dataset');
  return draft.clause.trim() === '' ? t('Write the clause that rows must meet') : null;
}

/** Whom the rule limits, in one sentence that follows the form. */
export function reachOf({ type, roles }: Pick<RuleDraft, 'type' | 'roles'>): string {
  if (type === 'Regular')
    return roles.length === 0
      ? t('Without a role this rule limits nobody.')
      : t('People with one of these roles see only rows that meet the clause.');
  return roles.length === 0
    ? t('Without a role this rule limits everybody.')
    : t('Everybody but people with one of these roles sees only rows that meet the clause.');
}

type RuleComplaints = {
  readonly name: string | null;
  readonly tables: string | null;
  readonly roles: string | null;
  readonly clause: string | null;
  readonly other: string | null;
};
const none: RuleComplaints = { name: null, tables: null, roles: null, clause: null, other: null };

/** Codes of the catalogue that blame the clause. */
const aboutClause = /^(source_|template_|statement_|database_error$|invalid_sql_clause$)/;

/** What the server says, at the field that it is about. */
export function complaintsOf(error: unknown): RuleComplaints {
  if (error === null) return none;
  if (!(error instanceof ApiError)) return { ...none, other: t('An error occurred') };
  if (aboutClause.test(error.code ?? '')) return { ...none, clause: placedMessage(error.message, error.place) };
  if (error.code === 'name_taken') return { ...none, name: error.message };
  const at = (field: string) => error.fields[field]?.join(' ') ?? null;
  const found = { name: at('name'), tables: at('tables'), roles: at('roles'), clause: at('clause') };
  return { ...found, other: Object.values(found).every((text) => text === null) ? error.message : null };
}

/** `"A", "B" and 3 more`, for a sentence. */
export function rulesNamed(names: readonly string[]): string {
  return firstOf(
    names.map((name) => `"${name}"`),
    5,
  );
}

/** `A, B and 3 more`, for a cell of the list. */
export function firstOf(names: readonly string[], atMost = 3): string {
  const shown = names.slice(0, atMost).join(', ');
  return names.length <= atMost
    ? shown
    : tn('%(names)s and 1 more', '%(names)s and %(count)s more', names.length - atMost, { names: shown });
}
