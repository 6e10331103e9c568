import { IconPlus, IconTrash } from '@tabler/icons-react';
import { readColor } from '@tessera/core/colors/rgba';
import { t, tMarked } from '@tessera/core/messages';
import { useId } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { Field } from '../ui/fields/Field.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { NumberInput } from '../ui/fields/NumberInput.tsx';
import type { Option } from '../ui/fields/options.ts';
import { Select } from '../ui/fields/Select.tsx';
import classes from './Controls.module.css';
import { editorLook, type EditorProps } from './editor-props.ts';
import { findColumn, resultLabel } from './fields.ts';
import { readFormatRules, ruleColors, ruleOperators, ruleProblem, targetsOf, type FormatRule } from './format-rules.ts';
import { resultColumns } from './result-columns.ts';

/** Colour by value: one rule per card, complaints in the card. */
export function FormatRulesEditor(props: EditorProps<'conditional_formatting'>) {
  const id = useId();
  const {
    value,
    onChange,
    data: { dataset, form },
  } = props;
  const rules = readFormatRules(value);
  const columns = resultColumns(form, (name) => findColumn(dataset, name)?.kind === 'numeric').filter(
    (column) => column.isNumeric,
  );
  const replace = (index: number, rule: FormatRule) => onChange(rules.map((old, at) => (at === index ? rule : old)));
  return (
    <Field id={id} {...editorLook(props)}>
      <div className={classes['stack']}>
        {rules.map((rule, index) => (
          // Rules have no identity but their place.
          <RuleCard
            key={index}
            rule={rule}
            columns={columns.map(({ name }) => ({ value: name, label: resultLabel(dataset, name) }))}
            onChange={(next) => replace(index, next)}
            onRemove={() => onChange(rules.filter((_, at) => at !== index))}
          />
        ))}
        <Button
          id={id}
          size="small"
          icon={<IconPlus size={14} stroke={1.5} />}
          disabledReason={columns.length === 0 ? t('Choose a metric first: rules colour numbers.') : null}
          onClick={() =>
            onChange([...rules, { column: columns[0]?.name ?? '', operator: 'None', colorScheme: 'colorSuccess' }])
          }
        >
          {t('Add a color rule')}
        </Button>
      </div>
    </Field>
  );
}

type RuleCardProps = {
  readonly rule: FormatRule;
  readonly columns: readonly Option[];
  readonly onChange: (rule: FormatRule) => void;
  readonly onRemove: () => void;
};

function RuleCard({ rule, columns, onChange, onRemove }: RuleCardProps) {
  const problem = ruleProblem(rule);
  const names =
    rule.column === '' || columns.some(({ value }) => value === rule.column)
      ? columns
      : [...columns, { value: rule.column, label: rule.column }];
  return (
    <div className={classes['card']}>
      <div className={classes['cardHead']}>
        <Select
          label={t('Column')}
          value={rule.column}
          options={names}
          onChange={(column) => column !== null && onChange({ ...rule, column })}
        />
        <IconButton
          size="small"
          label={t('Remove this rule')}
          icon={<IconTrash size={16} stroke={1.5} />}
          onClick={onRemove}
        />
      </div>
      <div className={classes['pair']}>
        <OperatorSelect rule={rule} onChange={onChange} />
        <ColorSelect rule={rule} onChange={onChange} />
      </div>
      <Targets rule={rule} onChange={onChange} />
      {problem !== null && <p className={classes['problem']}>{tMarked(problem)}</p>}
    </div>
  );
}

type RulePartProps = Pick<RuleCardProps, 'rule' | 'onChange'>;

function OperatorSelect({ rule, onChange }: RulePartProps) {
  return (
    <Select
      label={t('When')}
      value={rule.operator}
      options={ruleOperators.map((operator) => ({
        value: operator,
        label: operator === 'None' ? t('Always, by size') : operator,
      }))}
      onChange={(next) =>
        onChange({ ...rule, operator: ruleOperators.find((operator) => operator === next) ?? 'None' })
      }
    />
  );
}

function ColorSelect({ rule, onChange }: RulePartProps) {
  return (
    <Select
      label={t('Color')}
      value={rule.colorScheme}
      freeEntry
      options={ruleColors.map(({ value, label }) => ({
        value,
        label: tMarked(label),
        icon: <span className={classes['dot']} data-color={value} />,
      }))}
      error={rule.colorScheme.startsWith('color') || readColor(rule.colorScheme) !== null ? null : t('Invalid color')}
      onChange={(colorScheme) => colorScheme !== null && onChange({ ...rule, colorScheme })}
    />
  );
}

/** The one or two numbers that values are compared with. */
function Targets({ rule, onChange }: RulePartProps) {
  const targets = targetsOf(rule.operator);
  if (targets === 0) return null;
  if (targets === 1)
    return (
      <NumberInput
        label={t('Value')}
        value={rule.targetValue ?? null}
        onChange={(next) => onChange(withTarget(rule, 'targetValue', next))}
      />
    );
  return (
    <div className={classes['pair']}>
      <NumberInput
        label={t('From')}
        value={rule.targetValueLeft ?? null}
        onChange={(next) => onChange(withTarget(rule, 'targetValueLeft', next))}
      />
      <NumberInput
        label={t('To')}
        value={rule.targetValueRight ?? null}
        onChange={(next) => onChange(withTarget(rule, 'targetValueRight', next))}
      />
    </div>
  );
}

function withTarget(
  rule: FormatRule,
  name: 'targetValue' | 'targetValueLeft' | 'targetValueRight',
  value: number | null,
): FormatRule {
  const { [name]: _, ...rest } = rule;
  return value === null ? rest : { ...rest, [name]: value };
}
