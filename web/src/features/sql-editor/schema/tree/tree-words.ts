import { msg, t, tMarked, tn } from '@tessera/core/messages';
import type { TableKind } from '../../../../api/catalog.ts';
import { describeError } from '../../../../ui/feedback/describe-error.ts';
import type { ColumnRow, GroupId, NoteRow, ProblemRow, TableRow, TreeRow } from './tree-row.ts';

const groups: Readonly<Record<GroupId, string>> = {
  tab: msg('In this tab'),
  pinned: msg('Pinned'),
  recent: msg('Recent'),
};
const notes: Readonly<Record<NoteRow['note'], string>> = {
  loading: msg('Loading…'),
  no_tables: msg('This schema has no table that you may read.'),
  no_columns: msg('The database names no columns.'),
  cut: msg('There are more. Write more of the name.'),
};
const kinds: Readonly<Record<TableKind, string>> = {
  table: msg('table'),
  view: msg('view'),
  materialized_view: msg('materialized view'),
};

export function groupName(group: GroupId): string {
  return tMarked(groups[group]);
}

export function noteText(note: NoteRow['note']): string {
  return tMarked(notes[note]);
}

/** What could not be read ([8.5-05]). */
export function problemText({ what }: ProblemRow): string {
  if (what === 'search') return t('The search could not be asked. These are of the schemas that were opened.');
  return 'schema' in what
    ? t('The tables of %s could not be read.', what.schema)
    : t('An error occurred while fetching table metadata. Please contact your administrator.');
}

/** A row in words, for whoever hears it. */
export function rowLabel(row: TreeRow): string {
  switch (row.kind) {
    case 'group':
      return tn('%(name)s, 1 table', '%(name)s, %(count)s tables', row.count, { name: groupName(row.group) });
    case 'schema':
      return row.count === null
        ? t('%s, schema', row.schema)
        : tn('%(name)s, schema, 1 table', '%(name)s, schema, %(count)s tables', row.count, { name: row.schema });
    case 'table':
      return tableLabel(row);
    case 'column':
      return columnLabel(row);
    case 'reference':
      return t('%(columns)s, key to %(table)s', {
        columns: row.reference.columns.join(', '),
        table: row.reference.to.name,
      });
    case 'indexes':
      return tn('1 index', '%(count)s indexes', row.count);
    case 'index':
      return [row.index.name, row.index.columns.join(', '), row.index.isUnique ? t('unique') : '']
        .filter(Boolean)
        .join(', ');
    case 'fact':
      return row.fact === 'comment' ? row.text : t('Partitions: %s', row.text);
    case 'note':
      return noteText(row.note);
    case 'problem':
      return `${problemText(row)} ${describeError(row.error).title}`;
  }
}

function tableLabel({ table, showsSchema }: TableRow): string {
  const kind = tMarked(kinds[table.kind]);
  return showsSchema && table.schema !== null
    ? t('%(name)s, %(kind)s in %(schema)s', { name: table.name, kind, schema: table.schema })
    : t('%(name)s, %(kind)s', { name: table.name, kind });
}

function columnLabel({ column, isPrimary, reference }: ColumnRow): string {
  return [
    column.name,
    column.type.toLowerCase(),
    isPrimary ? t('primary key') : '',
    reference ? t('key to %s', reference.to.name) : '',
    column.comment ?? '',
  ]
    .filter(Boolean)
    .join(', ');
}
