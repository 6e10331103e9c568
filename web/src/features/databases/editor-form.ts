import { msg } from '@tessera/core/messages';
import type { DatabaseConnection, DatabaseInput } from '../../api/databases.ts';

/** What the form of a connection says of the SQL editor. */
export type EditorForm = {
  readonly isExposed: boolean;
  readonly allowsDml: boolean;
  readonly allowsCtas: boolean;
  readonly allowsCvas: boolean;
  /** The only schema for CREATE … AS; empty for any. */
  readonly ctasSchema: string;
  readonly runsAsync: boolean;
  readonly estimatesCost: boolean;
  /** Rows read above which the editor asks; null: never. */
  readonly costThreshold: number | null;
  readonly previewsInstantly: boolean;
  readonly previewsData: boolean;
};
export type EditorField = keyof EditorForm;

export const editorLabels = {
  isExposed: msg('Show in the SQL editor'),
  allowsDml: msg('Allow changes to data'),
  allowsCtas: msg('Allow CREATE TABLE AS'),
  allowsCvas: msg('Allow CREATE VIEW AS'),
  ctasSchema: msg('Schema for new tables and views'),
  runsAsync: msg('Run in the background'),
  estimatesCost: msg('Estimate what a query reads'),
  costThreshold: msg('Ask above (rows read)'),
  previewsInstantly: msg('Show rows while people type'),
  previewsData: msg('Show rows of an opened table'),
} as const satisfies Readonly<Record<EditorField, string>>;
export const editorFields = Object.keys(editorLabels) as readonly EditorField[];

/** A new connection: nothing writes, and only the embedded engine shows rows while one types. */
export function newEditorForm(engine: string): EditorForm {
  return {
    isExposed: true,
    allowsDml: false,
    allowsCtas: false,
    allowsCvas: false,
    ctasSchema: '',
    runsAsync: false,
    estimatesCost: false,
    costThreshold: null,
    previewsInstantly: isEmbedded(engine),
    previewsData: true,
  };
}

/** The same for another kind of database: what was chosen stays, what the kind decides is as it has it. */
export function forEngine(form: EditorForm, engine: string): EditorForm {
  return { ...form, previewsInstantly: isEmbedded(engine) };
}

function isEmbedded(engine: string): boolean {
  return engine === 'duckdb';
}

export function savedEditorForm(saved: DatabaseConnection): EditorForm {
  return {
    isExposed: saved.expose_in_sqllab,
    allowsDml: saved.allow_dml,
    allowsCtas: saved.allow_ctas,
    allowsCvas: saved.allow_cvas,
    ctasSchema: saved.force_ctas_schema ?? '',
    runsAsync: saved.allow_run_async,
    estimatesCost: saved.allows_cost_estimate,
    costThreshold: saved.cost_threshold,
    previewsInstantly: saved.instant_preview,
    previewsData: !saved.disable_data_preview,
  };
}

type Flags = Partial<
  Pick<
    DatabaseInput,
    'expose_in_sqllab' | 'allow_dml' | 'allow_ctas' | 'allow_cvas' | 'allow_run_async' | 'force_ctas_schema'
  >
>;

/** Those that differ, as the connection has fields for them. */
export function editorFlags(form: EditorForm, before: EditorForm): Flags {
  const changed = (field: EditorField, sent: Flags): Flags => (form[field] === before[field] ? {} : sent);
  return {
    ...changed('isExposed', { expose_in_sqllab: form.isExposed }),
    ...changed('allowsDml', { allow_dml: form.allowsDml }),
    ...changed('allowsCtas', { allow_ctas: form.allowsCtas }),
    ...changed('allowsCvas', { allow_cvas: form.allowsCvas }),
    ...changed('runsAsync', { allow_run_async: form.runsAsync }),
    ...changed('ctasSchema', { force_ctas_schema: form.ctasSchema.trim() === '' ? null : form.ctasSchema.trim() }),
  };
}

/** Whether something differs from a new connection: then it is shown from the beginning. */
export function isEditorSet({ engine, editor }: { readonly engine: string; readonly editor: EditorForm }): boolean {
  const fresh = newEditorForm(engine);
  return editorFields.some((field) => editor[field] !== fresh[field]);
}

/** Names of those that stand among the other settings. */
export const editorSettings = [
  'cost_estimate_enabled',
  'cost_threshold',
  'instant_preview',
  'disable_data_preview',
] as const;

/** Those that stand among the other settings, by their names there; what is as it is without them is left out. */
export function editorExtra(form: EditorForm, engine: string): Readonly<Record<string, unknown>> {
  const { estimatesCost, costThreshold, previewsInstantly, previewsData } = form;
  return {
    ...(estimatesCost && { cost_estimate_enabled: true }),
    ...(costThreshold !== null && { cost_threshold: costThreshold }),
    ...(previewsInstantly !== isEmbedded(engine) && { instant_preview: previewsInstantly }),
    ...(!previewsData && { disable_data_preview: true }),
  };
}

/** Whether `editorExtra` of the two differs. */
export function isEditorExtraChanged(form: EditorForm, before: EditorForm): boolean {
  return (['estimatesCost', 'costThreshold', 'previewsInstantly', 'previewsData'] as const).some(
    (field) => form[field] !== before[field],
  );
}
