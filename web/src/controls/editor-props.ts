import { tMarked } from '@tessera/core/messages';
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
export function editorLook({ control, error }: Pick<EditorProps, 'control' | 'error'>) {
  return {
    label: tMarked(control.label),
    hint: control.hint === undefined ? undefined : tMarked(control.hint),
    error,
    required: control.required === true,
  };
}
