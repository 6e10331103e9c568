import { t } from '@tessera/core/messages';
import { useState, type FormEvent } from 'react';
import { Button } from '../buttons/Button.tsx';
import classes from './ListFilterPill.module.css';
import { instantOf, localOf, readSpan, spanText } from './list-time.ts';
import { TextInput } from '../fields/TextInput.tsx';

/** Two instants in the reader's zone, below the spans that a pill of times offers. */
export function ListTimeForm({
  value,
  onApply,
}: {
  readonly value: string | null;
  readonly onApply: (value: string) => void;
}) {
  const span = value === null ? null : readSpan(value);
  const [from, setFrom] = useState(localOf(span?.from ?? ''));
  const [to, setTo] = useState(localOf(span?.to ?? ''));
  const isBackwards = from !== '' && to !== '' && to <= from;
  const reason =
    from === '' && to === '' ? t('Give a start or an end.') : isBackwards ? t('The end is before the start.') : null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (reason === null) onApply(spanText({ from: instantOf(from), to: instantOf(to) }));
  };
  return (
    <form noValidate className={classes['times']} onSubmit={submit}>
      <TextInput type="datetime-local" label={t('From')} max="9999-12-31T23:59" value={from} onChange={setFrom} />
      <TextInput
        type="datetime-local"
        label={t('To')}
        max="9999-12-31T23:59"
        value={to}
        onChange={setTo}
        error={isBackwards ? reason : null}
      />
      <Button type="submit" size="small" disabledReason={reason}>
        {t('Apply')}
      </Button>
    </form>
  );
}
