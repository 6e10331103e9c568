import { sql } from 'kysely';
import type { Migration } from '../migration.ts';

/** Rules that limit the rows of datasets by role. */
export const rowLevelSecurity: Migration = {
  name: '0002-row-level-security',
  up: async (db, dialect) => {
    const rules =
      dialect === 'sqlite'
        ? db.schema.createTable('rls_rules').addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
        : db.schema
            .createTable('rls_rules')
            .addColumn('id', 'integer', (column) => column.primaryKey().generatedByDefaultAsIdentity());
    await rules
      .addColumn('uuid', 'text', (column) => column.notNull().unique())
      .addColumn('created_on', 'text', (column) => column.notNull())
      .addColumn('changed_on', 'text', (column) => column.notNull())
      .addColumn('created_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('changed_by', 'integer', (column) => column.references('users.id').onDelete('set null'))
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('deleted_on', 'text')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('description', 'text')
      .addColumn('filter_type', 'text', (column) => column.notNull())
      .addColumn('group_key', 'text')
      .addColumn('clause', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('rls_rule_datasets')
      .addColumn('rule_id', 'integer', (column) => column.notNull().references('rls_rules.id').onDelete('cascade'))
      .addColumn('dataset_id', 'integer', (column) => column.notNull().references('datasets.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('rls_rule_datasets_pk', ['rule_id', 'dataset_id'])
      .execute();
    await db.schema
      .createTable('rls_rule_roles')
      .addColumn('rule_id', 'integer', (column) => column.notNull().references('rls_rules.id').onDelete('cascade'))
      .addColumn('role_id', 'integer', (column) => column.notNull().references('roles.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('rls_rule_roles_pk', ['rule_id', 'role_id'])
      .execute();
    await db.schema.createIndex('rls_rule_datasets_by_dataset').on('rls_rule_datasets').column('dataset_id').execute();
    // A name is free again when its rule is in the trash.
    await db.schema
      .createIndex('rls_rules_name')
      .on('rls_rules')
      .column('name')
      .unique()
      .where(sql.ref('deleted_on'), 'is', null)
      .execute();
  },
};
