import { ANNOTATION_OPACITIES, ANNOTATION_STYLES, ANNOTATION_TYPES } from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import { msg, t, tMarked } from '@tessera/core/messages';
import { useId, useState } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { Checkbox } from '../ui/fields/Checkbox.tsx';
import { describeError } from '../ui/feedback/describe-error.ts';
import { Dialog } from '../ui/overlays/Dialog.tsx';
import { Field, fieldAria } from '../ui/fields/Field.tsx';
import { MultiSelect } from '../ui/fields/MultiSelect.tsx';
import { NumberInput } from '../ui/fields/NumberInput.tsx';
import type { Option } from '../ui/fields/options.ts';
import { Select } from '../ui/fields/Select.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import {
  draftOf,
  newDraft,
  type KnownAxis,
  problemsOf,
  sourceLabels,
  sourcesOf,
  storedOf,
  takenName,
  typeLabels,
  withOverride,
  withShift,
  withSource,
  withType,
  type AnnotationDraft,
  type AnnotationProblems,
} from './annotation-draft.ts';
import { useAnnotationSources } from './annotation-sources.ts';
import classes from './Controls.module.css';

const styleLabels = {
  solid: msg('Solid'),
  dashed: msg('Dashed'),
  dotted: msg('Dotted'),
  longDashed: msg('Long dashes'),
} as const;
const opacityLabels = {
  '': msg('As usual'),
  opacityLow: msg('Low'),
  opacityMedium: msg('Medium'),
  opacityHigh: msg('High'),
} as const;

export type AnnotationLayerDialogProps = {
  /** The stored layer; null makes a new one. */
  readonly stored: RawForm | null;
  /** Names of the other layers. */
  readonly names: readonly string[];
  /** Where a formula has to be a number. */
  readonly axis: KnownAxis;
  readonly onSave: (layer: RawForm) => void;
  readonly onClose: () => void;
};

type PartProps = {
  readonly draft: AnnotationDraft;
  readonly change: (next: AnnotationDraft) => void;
  readonly problems: AnnotationProblems;
};

/** One annotation layer: what it is, where it comes from, how it looks. */
export function AnnotationLayerDialog({ stored, names, axis, onSave, onClose }: AnnotationLayerDialogProps) {
  const [draft, setDraft] = useState(() => (stored === null ? newDraft() : draftOf(stored)));
  const [isTried, setTried] = useState(false);
  const problems = problemsOf(draft, names, axis);
  const shown = isTried ? problems : takenName(draft, names);
  return (
    <Dialog
      opened
      onClose={onClose}
      title={stored === null ? t('New annotation layer') : t('Annotation layer %s', draft.name)}
      onSubmit={() => {
        setTried(true);
        if (Object.keys(problems).length === 0) onSave(storedOf(draft, stored ?? {}));
      }}
      footer={
        <>
          <Button onClick={onClose}>{t('Cancel')}</Button>
          <Button type="submit" variant="primary">
            {stored === null ? t('Add') : t('Apply')}
          </Button>
        </>
      }
    >
      <TextInput
        label={t('Name')}
        required
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        error={shown.name ?? null}
        maxLength={250}
        autoComplete="off"
        data-autofocus
      />
      <div className={classes['pair']}>
        <Select
          label={t('Type')}
          value={draft.annotationType}
          options={ANNOTATION_TYPES.map((value) => ({ value, label: tMarked(typeLabels[value]) }))}
          onChange={(next) => {
            const type = ANNOTATION_TYPES.find((one) => one === next);
            if (type) setDraft(withType(draft, type));
          }}
        />
        {draft.annotationType !== 'FORMULA' && <SourceTypeSelect draft={draft} change={setDraft} />}
      </div>
      {draft.annotationType === 'FORMULA' ? (
        <FormulaPart draft={draft} change={setDraft} problems={shown} />
      ) : (
        <SourcePart draft={draft} change={setDraft} problems={shown} />
      )}
      <LookPart draft={draft} change={setDraft} problems={shown} />
    </Dialog>
  );
}

function SourceTypeSelect({ draft, change }: Omit<PartProps, 'problems'>) {
  return (
    <Select
      label={t('Source')}
      value={draft.sourceType}
      options={sourcesOf(draft.annotationType).map((value) => ({ value, label: tMarked(sourceLabels[value]) }))}
      onChange={(next) => {
        const source = sourcesOf(draft.annotationType).find((one) => one === next);
        if (source !== undefined) change(withSource(draft, source));
      }}
    />
  );
}

function FormulaPart({ draft, change, problems }: PartProps) {
  return (
    <TextInput
      label={t('Formula')}
      required
      mono
      value={String(draft.value ?? '')}
      onChange={(value) => change({ ...draft, value })}
      error={problems.value ?? null}
      placeholder="1000 + 5x"
      spellCheck={false}
      autoComplete="off"
      maxLength={1000}
      description={tMarked(
        'x is the value of the x-axis: on a time axis the milliseconds since 1970, on names their position. + ' +
          '− * / % ^, parentheses, sin, cos, sqrt, log, exp, abs, min, max, pi and e.',
      )}
    />
  );
}

function SourcePart({ draft, change, problems }: PartProps) {
  const chosen = draft.value === null ? null : String(draft.value);
  const sources = useAnnotationSources(draft.sourceType, chosen);
  const isNative = draft.sourceType === 'NATIVE';
  return (
    <>
      <Select
        label={isNative ? t('Annotation layer') : t('Chart')}
        required
        value={chosen}
        options={sources.options}
        loading={sources.loading}
        onSearch={sources.onSearch}
        emptyText={
          isNative
            ? t('There is no such annotation layer. Layers are made on the page Annotation layers.')
            : t('There is no such chart.')
        }
        error={problems.value ?? (sources.error === null ? null : describeError(sources.error).title)}
        onChange={(next) => change({ ...draft, value: next === null ? null : Number(next) })}
      />
      {draft.sourceType === 'table' && (
        <ColumnsPart draft={draft} change={change} problems={problems} known={sources.columns} />
      )}
      {!isNative && <OverridesPart draft={draft} change={change} />}
    </>
  );
}

/** Which columns of the chart say when an annotation is, and what it is called. */
function ColumnsPart(props: PartProps & { readonly known: readonly Option[] }) {
  const { draft, change, known } = props;
  const isInterval = draft.annotationType === 'INTERVAL';
  const title = <ColumnSelect {...props} label={t('Column with the title')} name="titleColumn" />;
  return (
    <>
      <div className={classes['pair']}>
        <ColumnSelect
          {...props}
          label={isInterval ? t('Column with the start') : t('Column with the time')}
          name="timeColumn"
          required
        />
        {isInterval ? (
          <ColumnSelect {...props} label={t('Column with the end')} name="intervalEndColumn" required />
        ) : (
          title
        )}
      </div>
      {isInterval && title}
      <MultiSelect
        label={t('Columns with descriptions')}
        freeEntry
        values={draft.descriptionColumns}
        options={columnsWith(known, ...draft.descriptionColumns)}
        placeholder={t('None')}
        onChange={(descriptionColumns) => change({ ...draft, descriptionColumns })}
      />
    </>
  );
}

type ColumnSelectProps = PartProps & {
  readonly known: readonly Option[];
  readonly label: string;
  readonly name: 'timeColumn' | 'intervalEndColumn' | 'titleColumn';
  readonly required?: boolean;
};

function ColumnSelect({ draft, change, problems, known, label, name: key, required = false }: ColumnSelectProps) {
  return (
    <Select
      label={label}
      required={required}
      clearable={!required}
      freeEntry
      value={draft[key] || null}
      options={columnsWith(known, draft[key])}
      placeholder={required ? t('Choose a column') : t('None')}
      error={key === 'titleColumn' ? null : (problems[key] ?? null)}
      onChange={(next) => change({ ...draft, [key]: next ?? '' })}
    />
  );
}

/** Columns that a layer names are offered also where the chart does not have them any more. */
function columnsWith(known: readonly Option[], ...values: readonly string[]): readonly Option[] {
  const others = values.filter((value) => value !== '' && !known.some((option) => option.value === value));
  return [...known, ...others.map((value) => ({ value, label: value }))];
}

function OverridesPart({ draft, change }: Omit<PartProps, 'problems'>) {
  return (
    <>
      <Checkbox
        label={t('Use the time range of this chart')}
        checked={draft.overrides.time_range !== undefined}
        onChange={(on) => change(withOverride(draft, 'time_range', on))}
      />
      <Checkbox
        label={t('Use the time grain of this chart')}
        checked={draft.overrides.time_grain_sqla !== undefined}
        onChange={(on) => change(withOverride(draft, 'time_grain_sqla', on))}
      />
      <TextInput
        label={t('Time shift')}
        value={draft.overrides.time_shift ?? ''}
        onChange={(shift) => change(withShift(draft, shift))}
        placeholder="1 year"
        autoComplete="off"
        maxLength={100}
        description={t('Rows from so long ago are drawn at the time of this chart.')}
      />
    </>
  );
}

function LookPart({ draft, change, problems }: PartProps) {
  const isLine = draft.annotationType === 'FORMULA' || draft.annotationType === 'TIME_SERIES';
  return (
    <>
      <div className={classes['pair']}>
        <Select
          label={t('Line style')}
          value={draft.style}
          options={ANNOTATION_STYLES.map((value) => ({ value, label: tMarked(styleLabels[value]) }))}
          onChange={(next) => change({ ...draft, style: ANNOTATION_STYLES.find((one) => one === next) ?? 'solid' })}
        />
        <NumberInput
          label={t('Line width in px')}
          min={0}
          max={20}
          value={draft.width}
          error={problems.width ?? null}
          onChange={(width) => change({ ...draft, width: width ?? 1 })}
        />
      </div>
      <div className={classes['pair']}>
        <ColorField
          color={draft.color}
          error={problems.color ?? null}
          onChange={(color) => change({ ...draft, color })}
        />
        <Select
          label={t('Opacity')}
          value={draft.opacity}
          options={ANNOTATION_OPACITIES.map((value) => ({ value, label: tMarked(opacityLabels[value]) }))}
          onChange={(next) => change({ ...draft, opacity: ANNOTATION_OPACITIES.find((one) => one === next) ?? '' })}
        />
      </div>
      {!isLine && (
        <Checkbox
          label={t('Write the title beside the mark')}
          checked={draft.showLabel}
          onChange={(showLabel) => change({ ...draft, showLabel })}
        />
      )}
      {draft.annotationType === 'TIME_SERIES' && (
        <>
          <Checkbox
            label={t('Dots at the values')}
            checked={draft.showMarkers}
            onChange={(showMarkers) => change({ ...draft, showMarkers })}
          />
          <Checkbox
            label={t('No line')}
            checked={draft.hideLine}
            onChange={(hideLine) => change({ ...draft, hideLine })}
          />
        </>
      )}
      <Checkbox label={t('Shown on the chart')} checked={draft.show} onChange={(show) => change({ ...draft, show })} />
    </>
  );
}

/** A colour by picker or text; empty takes one of the scheme. */
function ColorField({
  color,
  error,
  onChange,
}: {
  readonly color: string | null;
  readonly error: string | null;
  readonly onChange: (color: string | null) => void;
}) {
  const id = useId();
  return (
    <Field id={id} label={t('Color')} error={error}>
      <div className={classes['layerColor']}>
        <input
          type="color"
          aria-label={t('Pick a color')}
          className={classes['colorWell']}
          value={/^#[\da-f]{6}$/i.test(color ?? '') ? (color ?? '') : '#888888'}
          onChange={(event) => onChange(event.target.value)}
        />
        <input
          {...fieldAria(id, { error })}
          className={classes['colorText']}
          value={color ?? ''}
          placeholder={t('Of the scheme')}
          spellCheck={false}
          onChange={(event) => onChange(event.target.value === '' ? null : event.target.value)}
        />
      </div>
    </Field>
  );
}
