import type { RawForm } from '@tessera/core/form-data';
import { tMarked } from '@tessera/core/messages';
import { kindOf } from '@tessera/viz/control-kinds/index';
import { isEmpty } from '@tessera/viz/control-kinds/read';
import type { Control, PanelContext, Section } from '@tessera/viz/define';
import { labelIn } from '@tessera/viz/panel';
import type { AnyViz } from '@tessera/viz/erase';
import { sameForm } from '../controls/values.ts';

/** Controls whose value is not the one that a new chart of the type has on this dataset, where it has one. */
export function changedControls(viz: AnyViz, form: RawForm, panel: PanelContext): ReadonlySet<string> {
  const fresh = viz.newForm(panel);
  const changed = Object.entries(viz.controls).filter(([key, control]) => {
    // What has to be chosen in any case is no change.
    if (control.required === true && isEmpty(fresh[key])) return false;
    const [now, before] = [valueOf(control, form[key]), valueOf(control, fresh[key])];
    return !(isEmpty(now) && isEmpty(before)) && !sameForm({ value: now }, { value: before });
  });
  return new Set(changed.map(([key]) => key));
}

function valueOf(control: Control, stored: unknown): unknown {
  return kindOf(control).read(stored, control) ?? kindOf(control).empty(control);
}

/** What a new chart has in this control: `undefined` where it has no such key. */
export function freshValue(viz: AnyViz, key: string, panel: PanelContext): unknown {
  return viz.newForm(panel)[key];
}

/** Sections with the controls that pass; sections without any are left out. */
export function sectionsWith(
  sections: readonly Section[],
  passes: (key: string, section: Section) => boolean,
): readonly Section[] {
  return sections
    .map((section) => ({ ...section, controls: section.controls.filter((key) => passes(key, section)) }))
    .filter((section) => section.controls.length > 0);
}

/** Whether every word of a search is in the label, the help, the key or the section of a control. */
export function matchesSearch(search: string, key: string, form: RawForm, control: Control, section: Section): boolean {
  const text = [
    tMarked(labelIn(control, form)),
    control.hint ? tMarked(control.hint) : '',
    key,
    key.replaceAll('_', ' '),
  ]
    .concat(tMarked(labelIn(section, form)))
    .join(' ')
    .toLowerCase();
  return search
    .trim()
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
