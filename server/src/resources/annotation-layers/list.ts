import { sql, type SqlBool } from 'kysely';
import { textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { anyText, userName } from '../list-searches.ts';
import { userChoices } from '../owners/choices.ts';
import { Annotation, AnnotationPost, AnnotationPut, Layer, LayerPost, LayerPut } from './schema.ts';
import type { LayerService } from './service.ts';

/** Columns that tell who made and changed a row of the table. */
const trail = (table: 'annotation_layers' | 'annotations'): ListSpec['columns'] => ({
  created_by: { sql: sql.ref(`${table}.created_by`), filter: 'relation_one', order: false },
  'created_by.id': {},
  'created_by.first_name': {},
  'created_by.last_name': {},
  created_on: { sql: sql.ref(`${table}.created_on`), filter: 'time' },
  changed_by: { sql: sql.ref(`${table}.changed_by`), filter: 'relation_one', order: false },
  'changed_by.id': {},
  'changed_by.first_name': { sql: userName(`${table}.changed_by`, 'first_name') },
  'changed_by.last_name': {},
  changed_on: { sql: sql.ref(`${table}.changed_on`), filter: 'time' },
  changed_on_delta_humanized: { sql: sql.ref(`${table}.changed_on`) },
  version: { shown: false },
});

/** The list of annotation layers. */
export function layerList(layers: LayerService): ListSpec {
  return {
    path: 'annotation_layer',
    noun: 'annotation layer',
    title: 'List Annotation Layers',
    table: 'annotation_layers',
    view: 'Annotation',
    read: 'can_read Annotation',
    columns: {
      id: { sql: sql.ref('annotation_layers.id'), filter: 'integer' },
      uuid: { sql: sql.ref('annotation_layers.uuid'), filter: 'text', order: false, shown: false },
      name: { sql: sql.ref('annotation_layers.name'), filter: 'text' },
      descr: { label: 'Description', sql: sql.ref('annotation_layers.descr'), filter: 'text' },
      ...trail('annotation_layers'),
    },
    defaultOrder: { column: 'name', direction: 'asc' },
    searches: {
      name: {
        annotation_layer_all_text: (value) =>
          anyText([sql.ref('annotation_layers.name'), sql.ref('annotation_layers.descr')], textOf(value)),
      },
    },
    related: { created_by: userChoices('Annotation'), changed_by: userChoices('Annotation') },
    visible: () => null,
    rows: layers.layersById,
    row: Layer,
    addSchema: LayerPost,
    editSchema: LayerPut,
    remove: { permission: 'can_write Annotation', run: layers.removeLayers },
  };
}

/** The list of the annotations of one layer. */
export function annotationList(layers: LayerService, layerId: number): ListSpec {
  return {
    path: `annotation_layer/${layerId}/annotation`,
    noun: 'annotation',
    title: 'List Annotation',
    table: 'annotations',
    view: 'Annotation',
    read: 'can_read Annotation',
    columns: {
      id: { sql: sql.ref('annotations.id'), filter: 'integer' },
      short_descr: { label: 'Name', sql: sql.ref('annotations.short_descr'), filter: 'text' },
      long_descr: { label: 'Description', sql: sql.ref('annotations.long_descr'), filter: 'text' },
      start_dttm: { label: 'Start', sql: sql.ref('annotations.start_dttm'), filter: 'time' },
      end_dttm: { label: 'End', sql: sql.ref('annotations.end_dttm'), filter: 'time' },
      json_metadata: {},
      ...trail('annotations'),
    },
    defaultOrder: { column: 'start_dttm', direction: 'desc' },
    searches: {
      short_descr: {
        annotation_all_text: (value) =>
          anyText([sql.ref('annotations.short_descr'), sql.ref('annotations.long_descr')], textOf(value)),
      },
    },
    visible: () =>
      sql<SqlBool>`annotations.layer_id = ${layerId} and exists (select 1 from annotation_layers as l where l.id =
        annotations.layer_id and l.deleted_on is null)`,
    rows: layers.annotationsById,
    row: Annotation,
    addSchema: AnnotationPost,
    editSchema: AnnotationPut,
  };
}
