import { formatNumber } from '@tessera/core/formats/number';
import { formatTime } from '@tessera/core/formats/time';
import { numberText, t, tMarked } from '@tessera/core/messages';
import { selectMany } from '@tessera/viz/control-kinds/select-many';
import { choicesOf, type Choice } from '@tessera/viz/define';
import { NUMBER_FORMATS, TIME_FORMATS, TIME_GRAINS } from '@tessera/viz/shared/choices';
import { useId } from 'react';
import { Switch } from '../ui/fields/Checkbox.tsx';
import { Field } from '../ui/fields/Field.tsx';
import { NumberInput } from '../ui/fields/NumberInput.tsx';
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { Slider } from '../ui/fields/Slider.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import { MultiSelect } from '../ui/fields/MultiSelect.tsx';
import { readChoice } from './choices.ts';
import classes from './Controls.module.css';
import { editorLook, hintOf, type EditorProps } from './editor-props.ts';
import { bounds } from '@tessera/viz/control-kinds/bounds';
import { timeRange } from '@tessera/viz/control-kinds/time-range';
import { TimeRangeEditor } from './TimeRangeEditor.tsx';
import { readNumberText } from './values.ts';

type Value = string | number | boolean | null;

/** Choices have any type and the page has text: this is the one place where they meet. */
function textOf(value: Value): string {
  return value === null ? '' : String(value);
}

type ChoiceSelectProps = EditorProps & {
  readonly choices: readonly Choice[];
  readonly current: Value;
  readonly clearable: boolean;
  /** How typed text becomes a value; without it only the choices can be taken. */
  readonly readTyped?: ((text: string) => Value) | undefined;
  readonly description?: string;
};

function ChoiceSelect({ choices, current, clearable, readTyped, description, ...props }: ChoiceSelectProps) {
  const none = choices.find((choice) => choice.value === null);
  const value = current === null ? (none ? '' : null) : textOf(current);
  return (
    <Select
      {...editorLook(props)}
      {...(description === undefined ? {} : { description })}
      value={value}
      options={choices.map((choice) => ({ value: textOf(choice.value), label: tMarked(choice.label) }))}
      placeholder={t('None')}
      clearable={clearable && current !== null && !none}
      freeEntry={readTyped !== undefined}
      typedFirst={readTyped === readNumberText}
      onChange={(text) => {
        if (text === null) return props.onChange(null);
        const choice = choices.find((one) => textOf(one.value) === text);
        return props.onChange(choice ? choice.value : (readTyped?.(text) ?? null));
      }}
    />
  );
}

export function SelectEditor(props: EditorProps<'select'>) {
  const { control, value, data } = props;
  const choices = choicesOf(control, data.form, data.panel);
  const readTyped =
    control.freeForm === undefined ? undefined : control.freeForm === 'text' ? (text: string) => text : readNumberText;
  return (
    <ChoiceSelect
      {...props}
      choices={choices}
      current={readChoice({ ...control, choices }, value)}
      clearable={control.clearable === true}
      readTyped={readTyped}
    />
  );
}

export function SelectManyEditor(props: EditorProps<'select_many'>) {
  const { control, value, onChange } = props;
  return (
    <MultiSelect
      {...editorLook(props)}
      values={selectMany.read(value, control) ?? []}
      options={control.choices.map((choice) => ({ value: textOf(choice.value), label: tMarked(choice.label) }))}
      placeholder={t('None')}
      freeEntry={control.freeForm === true}
      onChange={onChange}
    />
  );
}

export function SegmentedEditor(props: EditorProps<'segmented'>) {
  const id = useId();
  const { control, value, onChange } = props;
  return (
    <Field id={id} {...editorLook(props)}>
      <SegmentedControl
        label={tMarked(control.label)}
        value={textOf(readChoice(control, value))}
        options={control.choices.map((choice) => ({ value: textOf(choice.value), label: tMarked(choice.label) }))}
        onChange={(text) =>
          onChange(control.choices.find((choice) => textOf(choice.value) === text)?.value ?? control.default)
        }
        wide
      />
    </Field>
  );
}

export function RowLimitEditor(props: EditorProps<'row_limit'>) {
  const { control, value } = props;
  const current =
    value === undefined ? control.default : typeof value === 'number' || typeof value === 'string' ? value : null;
  const choices = control.choices.map((rows) => ({ value: rows, label: numberText(rows) }));
  return <ChoiceSelect {...props} choices={choices} current={current} clearable readTyped={readNumberText} />;
}

export function BoolEditor({ name, control, value, onChange }: EditorProps<'bool'>) {
  return (
    <div className={classes['switchRow']}>
      <Switch
        label={tMarked(control.label)}
        title={hintOf(name, control)}
        checked={typeof value === 'boolean' ? value : control.default}
        onChange={onChange}
      />
    </div>
  );
}

export function TextEditor(props: EditorProps<'text'>) {
  const { control, value, onChange } = props;
  const text =
    value === undefined ? control.default : typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return (
    <TextInput
      {...editorLook(props)}
      value={text}
      {...(control.format === undefined
        ? {}
        : { inputMode: control.format === 'integer' ? ('numeric' as const) : ('decimal' as const) })}
      onChange={(next) => onChange(control.format === undefined ? next : readNumberText(next))}
    />
  );
}

export function SliderEditor(props: EditorProps<'slider'>) {
  const { control, value, onChange } = props;
  return (
    <Slider
      {...editorLook(props)}
      min={control.min}
      max={control.max}
      step={control.step}
      value={typeof value === 'number' ? value : control.default}
      onChange={onChange}
    />
  );
}

const SAMPLE_NUMBER = 12_345.432;
/** 14 January 2019, 01:32:10 UTC. */
const SAMPLE_TIME = Date.UTC(2019, 0, 14, 1, 32, 10);
/** The adaptive format says each time as short as it can; one time alone would mislead. */
const ADAPTIVE_TIMES = [
  Date.UTC(2019, 0, 1),
  Date.UTC(2019, 2, 1),
  Date.UTC(2019, 2, 14),
  Date.UTC(2019, 2, 14, 9, 30),
];

export function NumberFormatEditor(props: EditorProps<'number_format'>) {
  const current = typeof props.value === 'string' && props.value !== '' ? props.value : props.control.default;
  const example = t('%s is shown as %s', String(SAMPLE_NUMBER), formatNumber(current, SAMPLE_NUMBER));
  return (
    <ChoiceSelect
      {...props}
      choices={NUMBER_FORMATS}
      current={current}
      clearable={false}
      readTyped={(text) => text}
      description={example}
    />
  );
}

export function TimeFormatEditor(props: EditorProps<'time_format'>) {
  const current = typeof props.value === 'string' && props.value !== '' ? props.value : props.control.default;
  const example = t(
    'Example: %s',
    current === 'smart_date'
      ? ADAPTIVE_TIMES.map((time) => formatTime(current, time)).join(', ')
      : formatTime(current, SAMPLE_TIME),
  );
  return (
    <ChoiceSelect
      {...props}
      choices={TIME_FORMATS}
      current={current}
      clearable={false}
      readTyped={(text) => text}
      description={example}
    />
  );
}

/** The grains that the database has; a stored one that it has not stays visible. */
export function TimeGrainEditor(props: EditorProps<'time_grain'>) {
  const {
    data: { panel },
    control,
    value,
  } = props;
  const current = value === undefined ? control.default : typeof value === 'string' ? value : null;
  const known = panel.grains.length > 0 ? panel.grains : TIME_GRAINS;
  const offered = [{ value: null, label: t('Original value') }, ...known.filter((grain) => grain.value !== null)];
  const choices =
    current === null || offered.some((grain) => grain.value === current)
      ? offered
      : [...offered, { value: current, label: current }];
  return <ChoiceSelect {...props} choices={choices} current={current} clearable={false} />;
}

/** A range of time: a chart that takes its time from a column of the dataset says it beside its filters. */
export function TimeRangeFieldEditor(props: EditorProps<'time_range'>) {
  const id = useId();
  const value = timeRange.read(props.value, props.control) ?? timeRange.empty(props.control);
  return (
    <Field id={id} {...editorLook(props)}>
      <div id={id} role="group" aria-label={tMarked(props.control.label)}>
        <TimeRangeEditor value={value} onChange={props.onChange} />
      </div>
    </Field>
  );
}

export function BoundsEditor(props: EditorProps<'bounds'>) {
  const id = useId();
  const [low, high] = bounds.read(props.value, props.control) ?? bounds.empty(props.control);
  return (
    <Field id={id} {...editorLook(props)}>
      <div className={classes['pair']}>
        <NumberInput
          id={id}
          label={t('Minimum')}
          hideLabel
          placeholder={t('Min')}
          value={low}
          onChange={(next) => props.onChange([next, high])}
        />
        <NumberInput
          label={t('Maximum')}
          hideLabel
          placeholder={t('Max')}
          value={high}
          onChange={(next) => props.onChange([low, next])}
        />
      </div>
    </Field>
  );
}
