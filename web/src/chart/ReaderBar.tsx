import { tMarked } from '@tessera/core/messages';
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx';
import classes from './Chart.module.css';
import type { ReaderControl } from './reader-form.ts';

type ReaderBarProps = {
  readonly controls: readonly ReaderControl[];
  readonly onChange: (name: string, value: unknown) => void;
};

/** What a reader may choose above the picture; it is not saved. */
export function ReaderBar({ controls, onChange }: ReaderBarProps) {
  return (
    <div className={classes['readerBar']}>
      {controls.map(({ name, label, choices, value }) => (
        <SegmentedControl
          key={name}
          label={tMarked(label)}
          value={String(value)}
          options={choices.map((choice) => ({ value: String(choice.value), label: tMarked(choice.label) }))}
          onChange={(text) => onChange(name, choices.find((choice) => String(choice.value) === text)?.value ?? null)}
        />
      ))}
    </div>
  );
}
