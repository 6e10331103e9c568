import { IconBraces } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import type { Parameter, ParameterType } from '@tessera/query/sql-assist/parameters';
import { IconButton } from '../../../../ui/buttons/IconButton.tsx';
import { Switch } from '../../../../ui/fields/Checkbox.tsx';
import { MultiSelect } from '../../../../ui/fields/MultiSelect.tsx';
import { TextInput } from '../../../../ui/fields/TextInput.tsx';
import { Menu, MenuItem } from '../../../../ui/overlays/Menu.tsx';
import type { RunError } from '../../runs/run.ts';
import classes from '../SqlField.module.css';
import {
  asType,
  exactNumber,
  listValue,
  readValues,
  typeOfValue,
  withValue,
  type ParameterValue,
} from './parameter-values.ts';

type ParametersBarProps = {
  readonly parameters: readonly Parameter[];
  /** JSON text of the tab. */
  readonly text: string;
  readonly onChange: (text: string) => void;
  /** All values as one text. */
  readonly onJson: () => void;
  /** What the last run said of the templates. */
  readonly problem: RunError | null;
};

/** A field for each parameter that the text asks for, with the values of the tab. */
export function ParametersBar({ parameters, text, onChange, onJson, problem }: ParametersBarProps) {
  const values = readValues(text);
  const isMissing = (name: string) =>
    problem?.type === 'MISSING_TEMPLATE_PARAMS_ERROR' && problem.message.includes(name);
  return (
    <div className={classes['parameters']} role="group" aria-label={t('Parameters')}>
      {values !== null &&
        parameters.map((parameter) => (
          <ParameterField
            key={parameter.name}
            parameter={parameter}
            value={values[parameter.name]}
            isMissing={isMissing(parameter.name) && values[parameter.name] === undefined}
            onChange={(value) => onChange(withValue(text, parameter.name, value))}
          />
        ))}
      {values === null && (
        <p className={classes['parameterProblem']}>{t('The template parameters are no JSON object.')}</p>
      )}
      <IconButton label={t('Template parameters')} icon={<IconBraces size={16} stroke={1.5} />} onClick={onJson} />
    </div>
  );
}

const typeNames = (): readonly (readonly [ParameterType, string])[] => [
  ['text', t('Text')],
  ['number', t('Number')],
  ['date', t('Date')],
  ['list', t('List')],
  ['boolean', t('Yes or no')],
];

type FieldProps = {
  readonly parameter: Parameter;
  readonly value: unknown;
  readonly isMissing: boolean;
  readonly onChange: (value: ParameterValue | null) => void;
};

function ParameterField({ parameter, value, isMissing, onChange }: FieldProps) {
  const { name } = parameter;
  const type = typeOfValue(value, parameter.type);
  return (
    <div className={classes['parameter']} data-missing={isMissing || undefined}>
      <Menu
        label={t('Type of %s', name)}
        position="bottom-start"
        trigger={
          <button type="button" className={classes['parameterName']} title={t('Type of %s', name)}>
            {name}
            {parameter.isRequired ? '' : ' ?'}
          </button>
        }
      >
        {typeNames().map(([each, label]) => (
          <MenuItem key={each} end={each === type ? '✓' : ''} onClick={() => onChange(asType(value, each))}>
            {label}
          </MenuItem>
        ))}
      </Menu>
      <ParameterInput parameter={parameter} type={type} value={value} isMissing={isMissing} onChange={onChange} />
    </div>
  );
}

function ParameterInput({
  parameter,
  type,
  value,
  isMissing,
  onChange,
}: FieldProps & { readonly type: ParameterType }) {
  const look = { label: parameter.name, hideLabel: true, error: isMissing ? t('A value is missing.') : null };
  const placeholder = parameter.fallback ?? '';
  switch (type) {
    case 'boolean':
      return <Switch label={parameter.name} hideLabel checked={value === true} onChange={onChange} />;
    case 'number':
      return (
        <NumberField
          {...look}
          placeholder={placeholder}
          value={typeof value === 'number' || typeof value === 'bigint' ? value : null}
          onChange={onChange}
        />
      );
    case 'list':
      return (
        <MultiSelect
          {...look}
          freeEntry
          options={[]}
          values={Array.isArray(value) ? value.map(String) : []}
          onChange={(list) => onChange(list.length === 0 ? null : list.map(listValue))}
        />
      );
    case 'date':
    case 'text': {
      const text = typeof value === 'string' ? value : '';
      const isDate = type === 'date';
      return (
        <TextInput
          {...look}
          {...(isDate ? { type: 'date' } : {})}
          placeholder={placeholder}
          value={text}
          onChange={(next) => onChange(next === '' ? null : next)}
        />
      );
    }
  }
}

type NumberFieldProps = {
  readonly label: string;
  readonly hideLabel: boolean;
  readonly error: string | null;
  readonly placeholder: string;
  readonly value: number | bigint | null;
  readonly onChange: (value: number | bigint | null) => void;
};

/** A number with as many digits as its database has; text that is none stays visible with its error. */
function NumberField({ error, value, onChange, ...look }: NumberFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const isInvalid = typed !== null && exactNumber(typed) === 'invalid';
  return (
    <TextInput
      {...look}
      inputMode="decimal"
      error={isInvalid ? t('is expected to be a number') : error}
      value={typed ?? (value === null ? '' : String(value))}
      onChange={(text) => {
        setTyped(text);
        const read = exactNumber(text);
        if (read !== 'invalid') onChange(read);
      }}
      onBlur={() => setTyped(isInvalid ? typed : null)}
    />
  );
}
