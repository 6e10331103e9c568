import { sql } from 'kysely';
import { textOf } from '../../http/list-filters.ts';
import type { ListSpec } from '../../http/list-spec.ts';
import { anyText, userName } from '../list-searches.ts';
import { userChoices } from '../owners/choices.ts';
import { CssTemplate, CssTemplatePost, CssTemplatePut } from './schema.ts';
import type { CssTemplateService } from './service.ts';

/** The list of CSS templates. */
export function cssTemplateList(templates: CssTemplateService): ListSpec {
  return {
    path: 'css_template',
    noun: 'css template',
    title: 'List Css Template',
    table: 'css_templates',
    view: 'CssTemplate',
    read: 'can_read CssTemplate',
    columns: {
      id: { sql: sql.ref('css_templates.id'), filter: 'integer' },
      uuid: { sql: sql.ref('css_templates.uuid'), filter: 'text', order: false, shown: false },
      template_name: { label: 'Name', sql: sql.ref('css_templates.template_name'), filter: 'text' },
      css: {},
      created_by: { sql: sql.ref('css_templates.created_by'), filter: 'relation_one', order: false },
      'created_by.id': {},
      'created_by.first_name': {},
      'created_by.last_name': {},
      created_on: { sql: sql.ref('css_templates.created_on'), filter: 'time' },
      changed_by: { sql: sql.ref('css_templates.changed_by'), filter: 'relation_one', order: false },
      'changed_by.id': {},
      'changed_by.first_name': { sql: userName('css_templates.changed_by', 'first_name') },
      'changed_by.last_name': {},
      changed_on: { sql: sql.ref('css_templates.changed_on'), filter: 'time' },
      changed_on_delta_humanized: { sql: sql.ref('css_templates.changed_on') },
      version: { shown: false },
    },
    defaultOrder: { column: 'template_name', direction: 'asc' },
    searches: {
      template_name: {
        css_template_all_text: (value) =>
          anyText([sql.ref('css_templates.template_name'), sql.ref('css_templates.css')], textOf(value)),
      },
    },
    related: { created_by: userChoices('CssTemplate'), changed_by: userChoices('CssTemplate') },
    visible: () => null,
    rows: templates.templatesById,
    row: CssTemplate,
    addSchema: CssTemplatePost,
    editSchema: CssTemplatePut,
    remove: { permission: 'can_write CssTemplate', run: templates.remove },
  };
}
