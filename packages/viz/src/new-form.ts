import type { RawForm } from '@tessera/core/form-data';
import type { Control, Controls, PanelContext } from './define.ts';

/**
 * Form data of a new chart: what the dataset decides, else each control's default. Controls without one are left out.
 */
export function newForm(controls: Controls, panel: PanelContext): RawForm {
  const entries = Object.entries(controls).flatMap(([name, control]) => {
    const initial = control.initial?.(panel);
    const value = initial === undefined ? defaultOf(control) : initial;
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(entries);
}

/** The control's own default, `undefined` for kinds that start empty. */
export function defaultOf(control: Control): unknown {
  switch (control.kind) {
    case 'columns':
    case 'annotation_layers':
    case 'filters':
      return [];
    case 'bounds':
      return [null, null];
    case 'column':
    case 'metric':
    case 'metrics':
    case 'currency':
    case 'order_by':
    case 'column_config':
    case 'conditional_formatting':
      return undefined;
    case 'text':
      return control.format && control.default !== '' ? Number(control.default) : control.default;
    case 'select':
    case 'segmented':
    case 'row_limit':
    case 'bool':
    case 'slider':
    case 'number_format':
    case 'time_format':
    case 'time_grain':
    case 'color_scheme':
    case 'color':
      return control.default;
  }
}
