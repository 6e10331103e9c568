import { IconChevronRight } from '@tabler/icons-react';
import { formatNumber } from '@tessera/core/formats/number';
import { t, tMarked } from '@tessera/core/messages';
import { NUMBER_FORMATS, TIME_FORMATS } from '@tessera/viz/shared/choices';
import { useId, useState } from 'react';
import { Switch } from '../ui/fields/Checkbox.tsx';
import { cx } from '../ui/common/cx.ts';
import { Field } from '../ui/fields/Field.tsx';
import { NumberInput } from '../ui/fields/NumberInput.tsx';
import { Select } from '../ui/fields/Select.tsx';
import { TextInput } from '../ui/fields/TextInput.tsx';
import classes from './Controls.module.css';
import { editorLook, type EditorProps } from './editor-props.ts';
import { findColumn, resultLabel } from './fields.ts';
import { KindIcon } from './KindIcon.tsx';
import { resultColumns } from './result-columns.ts';

type Config = Readonly<Record<string, unknown>>;

/** Settings per column of the result; what is left alone is not stored. */
export function ColumnConfigEditor(props: EditorProps<'column_config'>) {
  const id = useId();
  const {
    value,
    onChange,
    data: { dataset, form },
  } = props;
  const configs = readConfigs(value);
  const columns = resultColumns(form, (name) => findColumn(dataset, name)?.kind === 'numeric');
  const [open, setOpen] = useState<string | null>(null);
  const write = (column: string, config: Config) => {
    const { [column]: _, ...rest } = configs;
    onChange(Object.keys(config).length === 0 ? rest : { ...rest, [column]: config });
  };
  return (
    <Field
      id={id}
      {...editorLook(props)}
      {...(columns.length === 0 ? { description: t('Choose columns or metrics first.') } : {})}
    >
      <div className={classes['columnConfigs']}>
        {columns.map(({ name, isNumeric }) => {
          const isTime = findColumn(dataset, name)?.kind === 'temporal';
          return (
            <div key={name}>
              <button
                type="button"
                className={classes['configHead']}
                aria-expanded={open === name}
                onClick={() => setOpen(open === name ? null : name)}
              >
                <IconChevronRight
                  size={14}
                  stroke={1.5}
                  aria-hidden
                  className={cx(classes['chevron'], open === name && classes['open'])}
                />
                <KindIcon kind={isNumeric ? 'numeric' : isTime ? 'temporal' : 'string'} />
                <span className={classes['optionText']}>{resultLabel(dataset, name)}</span>
                {configs[name] !== undefined && <span className={classes['changed']}>{t('changed')}</span>}
              </button>
              {open === name && (
                <ConfigForm
                  config={configs[name] ?? {}}
                  isNumeric={isNumeric}
                  isTime={isTime}
                  onChange={(config) => write(name, config)}
                />
              )}
            </div>
          );
        })}
      </div>
    </Field>
  );
}

type ConfigFormProps = {
  readonly config: Config;
  readonly isNumeric: boolean;
  readonly isTime: boolean;
  readonly onChange: (config: Config) => void;
};

/** Text, choices and switches of one column; the switches of numbers only where it holds numbers. */
function ConfigForm(props: ConfigFormProps) {
  const { isNumeric } = props;
  const { config, set, text } = configOf(props);
  return (
    <div className={classes['configForm']}>
      <TextInput
        label={t('Name on screen')}
        value={text('customColumnName') ?? ''}
        onChange={(next) => set('customColumnName', next)}
      />
      <FormatSelects {...props} />
      <div className={classes['pair']}>
        <Select
          label={t('Align')}
          value={text('horizontalAlign')}
          placeholder={t('By kind')}
          clearable
          options={[
            { value: 'left', label: t('Left') },
            { value: 'center', label: t('Center') },
            { value: 'right', label: t('Right') },
          ]}
          onChange={(next) => set('horizontalAlign', next)}
        />
        <NumberInput
          label={t('Width in px')}
          integer
          min={0}
          value={typeof config['columnWidth'] === 'number' ? config['columnWidth'] : null}
          onChange={(next) => set('columnWidth', next)}
        />
      </div>
      {isNumeric && <NumberSwitches {...props} />}
      <Switch
        label={t('Cut long cells')}
        checked={config['truncateLongCells'] === true}
        onChange={(on) => set('truncateLongCells', on ? true : null)}
      />
      <Switch
        label={t('Shown')}
        checked={config['visible'] !== false}
        onChange={(on) => set('visible', on ? null : false)}
      />
    </div>
  );
}

function configOf({ config, onChange }: ConfigFormProps) {
  return {
    config,
    /** What is empty is not stored. */
    set: (key: string, value: unknown) => {
      const { [key]: _, ...rest } = config;
      onChange(value === null || value === undefined || value === '' ? rest : { ...rest, [key]: value });
    },
    text: (key: string) => (typeof config[key] === 'string' ? config[key] : null),
  };
}

function FormatSelects(props: ConfigFormProps) {
  const { isNumeric, isTime } = props;
  const { set, text } = configOf(props);
  const format = text('d3NumberFormat');
  return (
    <>
      {isNumeric && (
        <Select
          label={t('Number format')}
          value={format}
          placeholder={t('As the chart')}
          clearable
          freeEntry
          options={NUMBER_FORMATS.map((choice) => ({ value: String(choice.value), label: tMarked(choice.label) }))}
          {...(format === null ? {} : { description: formatNumber(format, 12_345.432) })}
          onChange={(next) => set('d3NumberFormat', next)}
        />
      )}
      {isTime && (
        <Select
          label={t('Date format')}
          value={text('d3TimeFormat')}
          placeholder={t('As the chart')}
          clearable
          freeEntry
          options={TIME_FORMATS.map((choice) => ({ value: String(choice.value), label: tMarked(choice.label) }))}
          onChange={(next) => set('d3TimeFormat', next)}
        />
      )}
    </>
  );
}

function NumberSwitches(props: ConfigFormProps) {
  const { config, set } = configOf(props);
  return (
    <>
      <Switch
        label={t('Cell bars')}
        checked={config['showCellBars'] !== false}
        onChange={(on) => set('showCellBars', on ? null : false)}
      />
      <Switch
        label={t('Align + and −')}
        checked={config['alignPositiveNegative'] === true}
        onChange={(on) => set('alignPositiveNegative', on ? true : null)}
      />
      <Switch
        label={t('Color + and −')}
        checked={config['colorPositiveNegative'] === true}
        onChange={(on) => set('colorPositiveNegative', on ? true : null)}
      />
    </>
  );
}

function readConfigs(value: unknown): Readonly<Record<string, Config>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter(
      (entry): entry is [string, Config] => typeof entry[1] === 'object' && entry[1] !== null,
    ),
  );
}
