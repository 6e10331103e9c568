import { useId } from 'react';
import { Field, fieldAria, type FieldLook } from './Field.tsx';
import classes from './Slider.module.css';

type SliderProps = FieldLook & {
  readonly value: number;
  readonly onChange: (value: number) => void;
  readonly min: number;
  readonly max: number;
  readonly step: number;
  readonly format?: (value: number) => string;
};

export function Slider({ value, onChange, min, max, step, format = String, ...look }: SliderProps) {
  const id = useId();
  return (
    <Field id={id} {...look}>
      <div className={classes['row']}>
        <input
          {...fieldAria(id, look)}
          type="range"
          min={min}
          max={max}
          step={step}
          value={value}
          aria-valuetext={format(value)}
          onChange={(event) => onChange(event.target.valueAsNumber)}
          className={classes['slider']}
        />
        <output htmlFor={id} className={classes['value']}>
          {format(value)}
        </output>
      </div>
    </Field>
  );
}
