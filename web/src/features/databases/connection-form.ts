import { t } from '@tessera/core/messages';
import type {
  AvailableEngine,
  ConnectionField,
  DatabaseConnection,
  DatabaseInput,
  FieldValue,
  FieldValues,
} from '../../api/databases.ts';
import { secretMask } from '../../api/databases.ts';

import { parseExactJson, printExactJson } from '@tessera/core/exact-json';
import { mergeDrafts } from '@tessera/core/merge-drafts';
import {
  editorExtra,
  editorFields,
  editorFlags,
  editorLabels,
  editorSettings,
  forEngine,
  isEditorExtraChanged,
  newEditorForm,
  savedEditorForm,
  type EditorForm,
} from './editor-form.ts';

export type ConnectionForm = {
  readonly name: string;
  readonly engine: string;
  readonly values: FieldValues;
  readonly cacheTimeout: number | null;
  readonly editor: EditorForm;
} & Extra;
type Saved = DatabaseConnection;

/** What the form shows of the other settings of a connection. */
type Extra = {
  /** Queries at once; null as the server has it. */
  readonly concurrency: number | null;
  /** JSON text of the values that templates of every dataset may use; empty for none. */
  readonly templateValues: string;
};
const noExtra: Extra = { concurrency: null, templateValues: '' };

/** A new connection with the defaults of its kind; what another kind had under the same name is retained. */
export function emptyForm(engine: AvailableEngine, before: ConnectionForm | null): ConnectionForm {
  const kept = before?.values ?? {};
  // A port and a way of encryption belong to a kind of database; a host, a user and a password are worth keeping.
  const isStored = ({ name, kind }: ConnectionField) =>
    name !== 'port' && kind !== 'select' && kept[name] !== undefined;
  return {
    name: before?.name ?? '',
    engine: engine.engine,
    values: Object.fromEntries(
      engine.fields.map((field) => [field.name, isStored(field) ? (kept[field.name] ?? null) : field.default]),
    ),
    cacheTimeout: before?.cacheTimeout ?? null,
    concurrency: before?.concurrency ?? noExtra.concurrency,
    templateValues: before?.templateValues ?? noExtra.templateValues,
    editor: before === null ? newEditorForm(engine.engine) : forEngine(before.editor, engine.engine),
  };
}

/** The form of a saved connection: secrets come masked and show as an empty field that says so. */
export function savedForm(saved: DatabaseConnection): ConnectionForm {
  return {
    name: saved.database_name,
    engine: saved.engine,
    values: saved.parameters,
    cacheTimeout: saved.cache_timeout,
    ...shownExtra(saved.extra),
    editor: savedEditorForm(saved),
  };
}

function shownExtra(text: string): Extra {
  const { concurrency, template_params: values } = jsonObject(text) ?? {};
  return {
    concurrency: typeof concurrency === 'number' ? concurrency : null,
    templateValues: isObject(values) && Object.keys(values).length > 0 ? printExactJson(values) : '',
  };
}

/** The other settings with what the form says of them; those that it does not show stay. */
function extraText({ concurrency, templateValues, editor, engine }: ConnectionForm, saved: Saved | null): string {
  const shown: readonly string[] = ['concurrency', 'template_params', ...editorSettings];
  const others = Object.entries(jsonObject(saved?.extra ?? '') ?? {}).filter(([name]) => !shown.includes(name));
  return printExactJson({
    ...Object.fromEntries(others),
    ...editorExtra(editor, engine),
    ...(concurrency !== null && { concurrency }),
    ...(templateValues.trim() !== '' && { template_params: jsonObject(templateValues) }),
  });
}

/** What is wrong with the values for templates; `null` for nothing. */
export function templateProblem({ templateValues }: Pick<Extra, 'templateValues'>): string | null {
  return templateValues.trim() === '' || jsonObject(templateValues)
    ? null
    : t('Write a JSON object, such as {"country": "FR"}.');
}

function jsonObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value = parseExactJson(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * What is sent: empty fields as null, secrets that were not typed again left out, so that they stay; a connection that
 * did not change is not sent at all.
 */
export function inputOf(form: ConnectionForm, fields: readonly ConnectionField[], saved: Saved | null): DatabaseInput {
  const before = saved === null ? noExtra : shownExtra(saved.extra);
  const editorBefore = saved === null ? newEditorForm(form.engine) : savedEditorForm(saved);
  const sent = fields.flatMap((field): [string, FieldValue][] => {
    const value = form.values[field.name] ?? null;
    if (field.secret && (value === secretMask || (saved !== null && (value === null || value === '')))) return [];
    return [[field.name, value === '' ? null : value]];
  });
  return {
    ...(saved === null ? {} : { id: saved.id }),
    database_name: form.name.trim(),
    ...(saved !== null && !isConnectionChanged(form, fields, saved)
      ? {}
      : { engine: form.engine, parameters: Object.fromEntries(sent) }),
    cache_timeout: form.cacheTimeout,
    ...editorFlags(form.editor, editorBefore),
    ...(form.concurrency !== before.concurrency ||
    form.templateValues !== before.templateValues ||
    isEditorExtraChanged(form.editor, editorBefore)
      ? { extra: extraText(form, saved) }
      : {}),
  };
}

/** Whether the form leads elsewhere than the saved connection, or with another secret. */
export function isConnectionChanged(form: ConnectionForm, fields: readonly ConnectionField[], saved: Saved): boolean {
  return fields.some((field) => {
    const [now, before] = [form.values[field.name] ?? '', saved.parameters[field.name] ?? ''];
    return field.secret ? now !== '' && now !== secretMask : now !== before;
  });
}

/**
 * A saved secret goes only to the place that it was saved for: why it must be typed again; `null` when it need not be.
 */
export function secretReason(
  field: ConnectionField,
  form: ConnectionForm,
  fields: readonly ConnectionField[],
  saved: Saved | null,
): string | null {
  const value = form.values[field.name] ?? '';
  if (
    saved === null ||
    !field.secret ||
    saved.parameters[field.name] === undefined ||
    (value !== '' && value !== secretMask)
  )
    return null;
  const moved = fields.filter(
    (each) => each.target && (form.values[each.name] ?? '') !== (saved.parameters[each.name] ?? ''),
  );
  return moved.length === 0
    ? null
    : t('Type it again, because this changed: %(fields)s.', {
        fields: moved.map((each) => each.label).join(', '),
      });
}

/** What a test of the connection sends: all but the name, which nobody needs before the connection is saved. */
export function testInputOf(
  form: ConnectionForm,
  fields: readonly ConnectionField[],
  saved: Saved | null,
): Omit<DatabaseInput, 'database_name'> {
  const { database_name: _, ...input } = inputOf(form, fields, saved);
  return input;
}

/** Labels of the required fields of the connection that are empty. */
export function missingToConnect(
  form: ConnectionForm,
  fields: readonly ConnectionField[],
  saved: Saved | null,
): readonly string[] {
  const isEmpty = (field: ConnectionField) =>
    field.required && !(field.secret && saved !== null) && (form.values[field.name] ?? '') === '';
  return fields
    .filter((field) => isEmpty(field) || secretReason(field, form, fields, saved) !== null)
    .map((field) => field.label);
}

/** The same, and the name: what is missing before the connection can be saved. */
export function missingFields(
  form: ConnectionForm,
  fields: readonly ConnectionField[],
  saved: Saved | null,
): readonly string[] {
  return [...(form.name.trim() === '' ? ['Name'] : []), ...missingToConnect(form, fields, saved)];
}

export type Clash = { readonly label: string; readonly theirs: string };

/**
 * Somebody saved in the meantime: what only they changed is taken over, what both changed stays mine and is reported.
 *
 * @param base what both began with
 */
export function mergeForms(
  base: ConnectionForm,
  mine: ConnectionForm,
  theirs: ConnectionForm,
  fields: readonly ConnectionField[],
): { readonly form: ConnectionForm; readonly clashes: readonly Clash[] } {
  const open = fields.filter((field) => !field.secret);
  const valuesOf = ({ values }: ConnectionForm, of: readonly ConnectionField[]): FieldValues =>
    Object.fromEntries(of.map(({ name }) => [name, values[name] ?? null]));
  const settings = mergeDrafts(['name', 'cacheTimeout', 'concurrency', 'templateValues'], base, mine, theirs);
  const editor = mergeDrafts(editorFields, base.editor, mine.editor, theirs.editor);
  const values = mergeDrafts(
    open.map(({ name }) => name),
    valuesOf(base, open),
    valuesOf(mine, open),
    valuesOf(theirs, open),
  );
  // What a secret became is disclosed to nobody; the mask says only that there is one.
  const secrets = Object.fromEntries(
    fields.filter((field) => field.secret).map(({ name }) => [name, mine.values[name] ?? theirs.values[name] ?? null]),
  );
  const clash = (label: string, value: FieldValue | undefined): Clash => ({ label, theirs: String(value ?? '') });
  return {
    form: { ...settings.draft, engine: mine.engine, editor: editor.draft, values: { ...values.draft, ...secrets } },
    clashes: [
      ...settings.kept.map((field) => clash(settingLabels[field], theirs[field])),
      ...editor.kept.map((field) => clash(editorLabels[field], theirs.editor[field])),
      ...open
        .filter(({ name }) => values.kept.includes(name))
        .map(({ name, label }) => clash(label, theirs.values[name])),
    ],
  };
}

const settingLabels = {
  name: 'Name',
  cacheTimeout: 'Keep results for (seconds)',
  concurrency: 'Queries at once',
  templateValues: 'Values for templates',
} as const;

/** What most users never touch lies behind one button. */
export function isRare(field: ConnectionField): boolean {
  return !field.required && !field.secret && field.kind !== 'boolean' && field.kind !== 'select';
}
