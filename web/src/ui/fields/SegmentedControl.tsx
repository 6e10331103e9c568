import { useId, type ReactNode } from 'react';
import { cx } from '../common/cx.ts';
import classes from './SegmentedControl.module.css';

export type Segment<V extends string> = {
  readonly value: V;
  readonly label: string;
  /** Shown instead of the label, which stays as its name. */ readonly icon?: ReactNode;
};

type SegmentedControlProps<V extends string> = {
  readonly label: string;
  readonly value: V;
  readonly onChange: (value: V) => void;
  readonly options: readonly Segment<V>[];
  readonly wide?: boolean;
};

/** Two to five choices side by side: radio buttons, so arrows move between them. */
export function SegmentedControl<V extends string>({
  label,
  value,
  onChange,
  options,
  wide = false,
}: SegmentedControlProps<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={cx(classes['group'], wide && classes['wide'])}>
      {options.map((option) => (
        <label
          key={option.value}
          className={classes['item']}
          title={option.icon === undefined ? undefined : option.label}
        >
          <input
            type="radio"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
            aria-label={option.label}
            className={classes['input']}
          />
          {option.icon ?? option.label}
        </label>
      ))}
    </div>
  );
}
