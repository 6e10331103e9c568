import type { RawForm } from '@tessera/core/form-data';
import type { Choice } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { useCallback, useMemo, useState } from 'react';
import type { Shown } from './use-chart.ts';

/** A setting that readers may change in front of the picture. */
export type ReaderControl = {
  readonly name: string;
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: unknown;
};

/** The settings that a form leaves to readers, as they stand. */
export function readerControls(
  viz: Pick<AnyViz, 'controls' | 'readerControls'>,
  form: RawForm,
): readonly ReaderControl[] {
  return viz.readerControls(form).flatMap((name) => {
    const control = viz.controls[name];
    if (control?.kind !== 'select') return [];
    const { label, choices } = control;
    const value = choices.find((choice) => choice.value === form[name])?.value ?? control.default;
    return [{ name, label, choices, value }];
  });
}

/** What is shown, with what its reader chose; a choice lasts until the author's settings change. */
export function useReaderForm(shown: Shown | null) {
  const [chosen, setChosen] = useState<{ readonly of: RawForm; readonly values: RawForm } | null>(null);
  const values = shown !== null && chosen?.of === shown.form ? chosen.values : null;
  const seen = useMemo(
    () => (shown === null || values === null ? shown : { ...shown, form: { ...shown.form, ...values } }),
    [shown, values],
  );
  const controls = useMemo(() => (seen === null ? [] : readerControls(seen.loaded.viz, seen.form)), [seen]);
  const choose = useCallback(
    (name: string, value: unknown) => {
      if (shown !== null) setChosen({ of: shown.form, values: { ...values, [name]: value } });
    },
    [shown, values],
  );
  return { seen, controls, choose };
}
