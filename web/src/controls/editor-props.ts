import { t, tMarked } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, ControlKind, PanelContext } from '@tessera/viz/define';
import type { DatasetFields } from './fields.ts';

/** What every editor knows of the panel that it stands in. */
export type PanelData = { readonly dataset: DatasetFields; readonly form: RawForm; readonly panel: PanelContext };

export type EditorProps<K extends ControlKind = ControlKind> = {
  /** The form data key. */
  readonly name: string;
  readonly control: Extract<Control, { kind: K }>;
  readonly value: unknown;
  /** `undefined` takes the key out of the form. */
  readonly onChange: (value: unknown) => void;
  /** The first complaint, in the words of the specification. */
  readonly error: string | null;
  readonly data: PanelData;
};

/** Label, help and error of an editor's field. */
export function editorLook({ name, control, error }: Pick<EditorProps, 'name' | 'control' | 'error'>) {
  return {
    label: tMarked(control.label),
    hint: hintOf(name, control),
    error,
    required: control.required === true,
  };
}

/** What the control is for, and what it is called in the API. */
export function hintOf(name: string, { hint }: Pick<Control, 'hint'>): string {
  const term = t('In the API: %s', name);
  return hint === undefined ? term : `${tMarked(hint)} ${term}`;
}
