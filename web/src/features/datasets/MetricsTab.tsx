import { IconPlus } from '@tabler/icons-react';
import { additivities, declaredAdditivity, withDeclaredAdditivity, type Additivity } from '@tessera/core/additivity';
import { t, tMarked } from '@tessera/core/messages';
import { currencyFormat } from '@tessera/viz/shared/controls';
import { CurrencyEditor } from '../../controls/color-editors.tsx';
import { Button } from '../../ui/buttons/Button.tsx';
import { EmptyState } from '../../ui/feedback/EmptyState.tsx';
import type { Option } from '../../ui/fields/options.ts';
import { Select } from '../../ui/fields/Select.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import type { MetricDraft } from './dataset-draft.ts';
import classes from './Datasets.module.css';
import { focusNew } from './focus-new.ts';
import { localKey } from './local-key.ts';
import { PartCard } from './PartCard.tsx';
import { PartDetails } from './PartDetails.tsx';
import type { TabProps } from './tab-props.ts';

/** What an author may say of sums; the empty one leaves it to the SQL. */
function additivityOptions(): readonly Option[] {
  return [
    { value: '', label: t('As its SQL tells') },
    { value: 'additive', label: t('Always') },
    { value: 'semi_additive', label: t('Within one period, not over time') },
    { value: 'non_additive', label: t('Never') },
  ];
}

function readAdditivity(value: string | null): Additivity | null {
  return additivities.find((one) => one === value) ?? null;
}

/** Saved metrics: one definition that every chart uses. */
export function MetricsTab(props: TabProps) {
  const { draft, dispatch, readOnly } = props;
  const add = readOnly ? undefined : (
    <Button
      icon={<IconPlus size={16} stroke={1.5} />}
      onClick={() => dispatch({ type: 'metric_added', key: localKey() })}
    >
      {t('New metric')}
    </Button>
  );
  if (draft.metrics.length === 0)
    return (
      <EmptyState drawing="chart" title={t('There are no saved metrics.')} action={add}>
        {t('A metric is an aggregate such as COUNT(*) or SUM(amount), named once for everybody.')}
      </EmptyState>
    );
  return (
    <>
      <div className={classes['bar']}>{add}</div>
      {draft.metrics.map((metric) => (
        <MetricCard key={metric.key} {...props} metric={metric} />
      ))}
    </>
  );
}

type MetricCardProps = Omit<TabProps, 'draft'> & { readonly metric: MetricDraft };

function MetricCard({ metric, dispatch, readOnly, problems, places, suggestions, engine, onCheck }: MetricCardProps) {
  const nameProblem = problems.get(`${metric.key}:name`);
  const change = (part: Partial<MetricDraft>) => dispatch({ type: 'metric_changed', key: metric.key, change: part });
  return (
    <PartCard
      title={metric.metric_name === '' ? t('New metric') : (metric.verbose_name ?? metric.metric_name)}
      sqlLabel={t('SQL of %(name)s', { name: metric.metric_name })}
      sql={metric.expression}
      onSql={(expression) => change({ expression })}
      onSqlDone={() => onCheck(metric.key)}
      problem={problems.get(metric.key)}
      place={places.get(metric.key) ?? null}
      suggestions={suggestions}
      engine={engine}
      readOnly={readOnly}
      onRemove={() => dispatch({ type: 'metric_removed', key: metric.key })}
      details={
        <PartDetails part={metric} readOnly={readOnly} onChange={change}>
          <Select
            label={t('Adds up')}
            hint={t('Whether its values may be summed in totals, stacks and shares.')}
            value={declaredAdditivity(metric.extra) ?? ''}
            onChange={(value) => change({ extra: withDeclaredAdditivity(metric.extra, readAdditivity(value)) })}
            options={additivityOptions()}
            disabled={readOnly}
          />
        </PartDetails>
      }
    >
      <TextInput
        label={t('Name')}
        value={metric.metric_name}
        onChange={(metric_name) => change({ metric_name })}
        readOnly={readOnly}
        required
        error={nameProblem === undefined ? null : tMarked(nameProblem)}
        ref={metric.id === null && metric.metric_name === '' ? focusNew : null}
      />
      <TextInput
        label={t('Label')}
        value={metric.verbose_name ?? ''}
        onChange={(verbose_name) => change({ verbose_name })}
        placeholder={metric.metric_name}
        readOnly={readOnly}
      />
      <NumberFields metric={metric} readOnly={readOnly} onChange={change} />
    </PartCard>
  );
}

type NumberFieldsProps = {
  readonly metric: MetricDraft;
  readonly readOnly: boolean;
  readonly onChange: (part: Partial<MetricDraft>) => void;
};

/** How its values are written in every chart that says nothing itself. */
function NumberFields({ metric, readOnly, onChange }: NumberFieldsProps) {
  return (
    <>
      <TextInput
        label={t('Number format')}
        value={metric.d3format ?? ''}
        onChange={(d3format) => onChange({ d3format })}
        placeholder={t('adaptive')}
        mono
        readOnly={readOnly}
        hint={t('For example ,d for 1,234, .1% for 12.3 %, $,.2f for money.')}
      />
      <CurrencyEditor
        name="currency"
        control={currencyFormat}
        value={metric.currency}
        onChange={(currency) => onChange({ currency })}
        error={null}
        disabled={readOnly}
      />
    </>
  );
}
