import { sql, type SqlBool } from 'kysely';
import { textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { anyText } from '../list-searches.ts';
import { Rule, RulePost, RulePut } from './schema.ts';
import type { RuleService } from './service.ts';

/** The list of row-level rules. */
export function ruleList(rules: RuleService): ListSpec {
  return {
    path: 'rowlevelsecurity',
    noun: 'rule',
    title: 'List Row Level Security',
    table: 'rls_rules',
    view: 'RowLevelSecurity',
    read: 'can_read RowLevelSecurity',
    columns: {
      id: { sql: sql.ref('rls_rules.id'), filter: 'integer' },
      name: { sql: sql.ref('rls_rules.name'), filter: 'text' },
      filter_type: { sql: sql.ref('rls_rules.filter_type'), filter: 'text' },
      group_key: { sql: sql.ref('rls_rules.group_key'), filter: 'text' },
      clause: { sql: sql.ref('rls_rules.clause'), filter: 'text', order: false },
      description: { order: false },
      tables: {
        filter: 'relation_many',
        relatedTo: (id) =>
          sql<SqlBool>`exists (select 1 from rls_rule_datasets as x where x.rule_id = rls_rules.id and x.dataset_id =
            ${id})`,
      },
      roles: {
        filter: 'relation_many',
        relatedTo: (id) =>
          sql<SqlBool>`exists (select 1 from rls_rule_roles as x where x.rule_id = rls_rules.id and x.role_id = ${id})`,
      },
      changed_on: { sql: sql.ref('rls_rules.changed_on'), filter: 'time' },
      changed_on_delta_humanized: { sql: sql.ref('rls_rules.changed_on') },
      version: { shown: false },
    },
    defaultOrder: { column: 'changed_on', direction: 'desc' },
    searches: {
      name: {
        all_text: (value) =>
          anyText(
            [sql.ref('rls_rules.name'), sql.ref('rls_rules.clause'), sql.ref('rls_rules.description')],
            textOf(value),
          ),
      },
    },
    related: {
      roles: {
        from: () => sql`from roles where roles.deleted_on is null`,
        value: sql.ref('roles.id'),
        text: sql.ref('roles.name'),
      },
      tables: {
        from: () => sql`from datasets where datasets.deleted_on is null`,
        value: sql.ref('datasets.id'),
        text: sql.ref('datasets.table_name'),
        more: {
          database: sql`(select d.database_name from databases as d where d.id = datasets.database_id)`,
          engine: sql`(select d.engine from databases as d where d.id = datasets.database_id)`,
        },
        // Two databases may have tables of one name; the engine says in which SQL a rule for the dataset is written.
        extra: ({ database, engine }) => ({ database, engine }),
      },
    },
    visible: () => null,
    rows: rules.byIds,
    row: Rule,
    addSchema: RulePost,
    editSchema: RulePut,
    remove: { permission: 'can_write RowLevelSecurity', audited: 'rule_changed', run: rules.remove },
  };
}
