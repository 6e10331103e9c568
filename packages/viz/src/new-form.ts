import type { RawForm } from '@tessera/core/form-data';
import { kindOf } from './control-kinds/index.ts';
import type { Controls, PanelContext } from './define.ts';

/**
 * Form data of a new chart: what the dataset decides, else each control's default. Controls without one are left out.
 */
export function newForm(controls: Controls, panel: PanelContext): RawForm {
  const entries = Object.entries(controls).flatMap(([name, control]) => {
    const fromDataset = control.initial?.(panel);
    const value = fromDataset === undefined ? kindOf(control).initial(control) : fromDataset;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}
