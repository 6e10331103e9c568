import { conditionsOf } from '@tessera/core/filters/any-of';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { Button } from '../ui/buttons/Button.tsx';
import { SegmentedControl } from '../ui/fields/SegmentedControl.tsx';
import { Tabs } from '../ui/layout/Tabs.tsx';
import { ConditionsForm, type FilterFormProps } from './ConditionsForm.tsx';
import classes from './Controls.module.css';
import { ExpressionField } from './expression/ExpressionField.tsx';
import { sqlFilter } from './filters.ts';

/** Conditions on columns of which one must hold, mostly one, or SQL. */
export function FilterForm({ dataset, current, typed, subject = null, onApply }: FilterFormProps) {
  const [kind, setKind] = useState<'simple' | 'sql'>(
    current?.expressionType === 'SQL' && conditionsOf(current) === null ? 'sql' : 'simple',
  );
  return (
    <Tabs
      label={t('Kind of filter')}
      value={kind}
      onChange={setKind}
      tabs={[
        { value: 'simple', label: t('Simple') },
        { value: 'sql', label: t('Custom SQL') },
      ]}
      className={classes['popoverTabs'] ?? ''}
      panelClassName={classes['popoverPanel'] ?? ''}
    >
      {kind === 'simple' ? (
        <ConditionsForm dataset={dataset} current={current} typed={typed} subject={subject} onApply={onApply} />
      ) : (
        <SqlFilterForm dataset={dataset} current={current} onApply={onApply} />
      )}
    </Tabs>
  );
}

function SqlFilterForm({ dataset, current, onApply }: Pick<FilterFormProps, 'dataset' | 'current' | 'onApply'>) {
  const [sql, setSql] = useState(current?.sqlExpression ?? '');
  const [clause, setClause] = useState<'WHERE' | 'HAVING'>(current?.clause ?? 'WHERE');
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        event.stopPropagation();
        if (sql.trim() !== '') onApply(sqlFilter(sql.trim(), clause));
      }}
    >
      <SegmentedControl
        label={t('Filters')}
        value={clause}
        onChange={setClause}
        options={[
          { value: 'WHERE', label: t('Rows (WHERE)') },
          { value: 'HAVING', label: t('Groups (HAVING)') },
        ]}
        wide
      />
      <ExpressionField
        label={t('Condition')}
        dataset={dataset}
        kind={clause === 'WHERE' ? 'where' : 'having'}
        value={sql}
        onChange={setSql}
        placeholder={clause === 'WHERE' ? "country = 'NZ' OR delay > 60" : 'COUNT(*) > 100'}
      />
      <div className={classes['formActions']}>
        <Button
          type="submit"
          variant="primary"
          size="small"
          disabledReason={sql.trim() === '' ? t('Write a condition.') : null}
        >
          {t('Apply')}
        </Button>
      </div>
    </form>
  );
}
