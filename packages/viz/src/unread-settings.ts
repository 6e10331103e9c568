import type { RawForm } from '@tessera/core/form-data';
import { kindOf } from './control-kinds/index.ts';
import { isEmpty } from './control-kinds/read.ts';
import type { Control, Controls } from './define.ts';

export type UnreadSetting = {
  readonly name: string;
  /** What the control is called, not yet translated. */
  readonly label: string;
  /** What is stored, as JSON. */
  readonly stored: string;
};

/** Settings of a saved form that nobody can read, and that count as missing (`parseForm`). */
export function unreadSettings(controls: Controls, form: RawForm): readonly UnreadSetting[] {
  return Object.entries(controls).flatMap(([name, control]) => {
    const value = Object.hasOwn(form, name) ? form[name] : undefined;
    if (isEmpty(value) || isRead(control, value)) return [];
    return [{ name, label: control.label, stored: shortened(JSON.stringify(value) ?? '') }];
  });
}

/** Lists leave out what they cannot read: one of which nothing is left is not read. */
function isRead(control: Control, value: unknown): boolean {
  const { read, fields } = kindOf(control);
  return (fields === undefined || fields.toList(value).length > 0) && read(value, control) !== undefined;
}

const MOST = 40;

function shortened(text: string): string {
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
