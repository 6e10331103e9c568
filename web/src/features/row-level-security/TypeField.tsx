import { msg, t, tMarked } from '@tessera/core/messages';
import { useId } from 'react';
import type { RuleType } from '../../api/rules.ts';
import classes from './Rules.module.css';

const types: readonly { readonly type: RuleType; readonly text: string }[] = [
  { type: 'Regular', text: msg('Limits people who have one of the roles below; everybody else sees all rows.') },
  { type: 'Base', text: msg('Limits everybody except people who have one of the roles below.') },
];

/** The two types, each with what it means. */
export function TypeField({
  value,
  onChange,
}: {
  readonly value: RuleType;
  readonly onChange: (type: RuleType) => void;
}) {
  const name = useId();
  return (
    <fieldset className={classes['types']}>
      <legend className={classes['label']}>{t('Type')}</legend>
      {types.map(({ type, text }) => (
        <label key={type} className={classes['type']}>
          <input
            type="radio"
            name={name}
            value={type}
            checked={value === type}
            onChange={() => onChange(type)}
            aria-describedby={`${name}-${type}`}
            aria-label={tMarked(type)}
          />
          <span>
            <span className={classes['typeName']}>{tMarked(type)}</span>
            <span id={`${name}-${type}`} className={classes['note']}>
              {tMarked(text)}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
