import { columnKinds } from '@tessera/core/table';
import { dialectOf, grainChoices } from '@tessera/query/dialects/registry';
import { maySeeSql } from '../../chart-data/edge/redact.ts';
import type { DatasetColumn } from '../../chart-data/dataset.ts';
import type { Principal } from '../../principal.ts';
import { abilitiesOf } from '../databases/abilities.ts';
import type { EditorSource } from './editor-source.ts';

export type PresentedSource = ReturnType<typeof presentSource>;

/** A query of the SQL editor as the explore page reads a dataset. */
export function presentSource(source: EditorSource, principal: Principal) {
  const { kind, id, name, database, dataset, catalog, schema, sql, templateParams } = source;
  const { columns, metrics } = dataset;
  const sees = maySeeSql(principal);
  return {
    id,
    uid: `${id}__${kind}`,
    type: kind,
    name,
    datasource_name: name,
    table_name: name,
    catalog,
    schema,
    description: null,
    main_dttm_col: columns.find(({ isTemporal }) => isTemporal)?.name ?? null,
    is_virtual: true,
    sql: sees ? sql : null,
    template_params: sees ? templateParams : null,
    database: {
      id: database.id,
      name: database.database_name,
      database_name: database.database_name,
      ...abilitiesOf(database),
    },
    columns: columns.map(presentColumn),
    metrics: metrics.map(({ name: metric, verboseName, expression }) => ({
      metric_name: metric,
      verbose_name: verboseName,
      expression,
    })),
    column_names: columns.map((column) => column.name),
    time_grain_sqla: grainChoices(dialectOf(dataset.dialect)).map(
      ({ duration, name: grain }): readonly [string, string] => [duration, grain],
    ),
    additive_columns: [],
  };
}

function presentColumn({ name, kind, type, isTemporal }: DatasetColumn) {
  return {
    column_name: name,
    verbose_name: null,
    type,
    type_generic: columnKinds.indexOf(kind),
    is_dttm: isTemporal,
    groupby: true,
    filterable: true,
    expression: null,
    description: null,
  };
}
