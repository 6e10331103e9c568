import { nearestName } from '@tessera/core/nearest-name';
import { t, tn } from '@tessera/core/messages';
import type { AnyViz } from '@tessera/viz/erase';
import { useMemo, useState } from 'react';
import type { DatasetFields } from '../controls/fields.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { Select } from '../ui/fields/Select.tsx';
import classes from './CarriedNotice.module.css';
import { useEditor } from './editor-context.ts';
import { keyOf, missingFields, replaceFields, type MissingField } from './missing-fields.ts';

type MissingFieldsNoticeProps = { readonly viz: AnyViz; readonly dataset: DatasetFields };

/** Settings that name what the dataset no longer has: which names, and what shall stand in their place. */
export function MissingFieldsNotice({ viz, dataset }: MissingFieldsNoticeProps) {
  const form = useEditor((state) => state.draft.form);
  const dispatch = useEditor((state) => state.dispatch);
  const missing = useMemo(() => missingFields(viz, form, dataset), [viz, form, dataset]);
  const [chosen, setChosen] = useState<ReadonlyMap<string, string | null>>(new Map());
  if (missing.length === 0) return null;
  const pick = (field: MissingField) => {
    const mine = chosen.get(keyOf(field));
    return mine === undefined ? suggestion(field, dataset) : mine;
  };
  const picked = missing.filter((field) => pick(field) !== null);
  const replace = (replacements: ReadonlyMap<string, string | null>) =>
    dispatch({ type: 'fields_replaced', form: replaceFields(viz, form, replacements) });
  return (
    <section className={classes['notice']} aria-label={t('Missing fields')} data-missing-fields>
      <div className={classes['text']}>
        <strong>
          {tn(
            'The dataset no longer has one field of these settings',
            'The dataset no longer has %(count)s fields of these settings',
            missing.length,
          )}
        </strong>
        <div className={classes['fields']}>
          {missing.map((field) => (
            <Select
              key={keyOf(field)}
              label={t('Instead of "%s"', field.name)}
              placeholder={field.what === 'metric' ? t('Choose a metric') : t('Choose a column')}
              options={optionsOf(field, dataset)}
              value={pick(field)}
              clearable
              onChange={(value) => setChosen(new Map([...chosen, [keyOf(field), value]]))}
            />
          ))}
        </div>
        <div className={classes['actions']}>
          <Button
            size="small"
            variant="primary"
            disabledReason={picked.length === 0 ? t('Choose what shall stand in their place.') : null}
            onClick={() => replace(new Map(picked.map((field) => [keyOf(field), pick(field)])))}
          >
            {t('Replace')}
          </Button>
          <Button size="small" onClick={() => replace(new Map(missing.map((field) => [keyOf(field), null])))}>
            {t('Take them out')}
          </Button>
        </div>
      </div>
    </section>
  );
}

function fieldsOf({ what }: MissingField, dataset: DatasetFields) {
  return what === 'metric' ? dataset.metrics : dataset.columns;
}

function optionsOf(field: MissingField, dataset: DatasetFields) {
  return fieldsOf(field, dataset).map(({ name, label }) => ({ value: name, label }));
}

/** The field that was probably renamed. */
function suggestion(field: MissingField, dataset: DatasetFields): string | null {
  return nearestName(
    field.name,
    fieldsOf(field, dataset).map(({ name }) => name),
  );
}
