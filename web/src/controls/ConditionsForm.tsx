import { IconPlus, IconX } from '@tabler/icons-react';
import { toQueryFilter } from '@tessera/core/filters/adhoc';
import { anyOfFilter, conditionsOf } from '@tessera/core/filters/any-of';
import type { AdhocFilter } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import { Fragment, useEffect, useRef, useState, type FormEvent } from 'react';
import { anyOfSql } from '../api/datasets.ts';
import { Button } from '../ui/buttons/Button.tsx';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { ConditionFields, draftOf, filterOf, type ConditionDraft } from './ConditionFields.tsx';
import classes from './Conditions.module.css';
import controls from './Controls.module.css';
import { findColumn, type DatasetFields } from './fields.ts';
import { describeFilter } from './filter-words.ts';
import { filterError } from './filter-input.ts';
import { operators, standsAlone } from './filters.ts';
import { rangeProblem } from './time-frame.ts';

export type FilterFormProps = {
  readonly dataset: DatasetFields;
  readonly current: AdhocFilter | null;
  readonly typed: string;
  /** The column of a new filter, where it is chosen already. */
  readonly subject?: string | null;
  readonly onApply: (filter: AdhocFilter) => void;
};

/** The server prints no more conditions into one filter. */
const MOST = 50;

/** Conditions of which one must hold; one of them is open at a time. */
export function ConditionsForm(props: FilterFormProps) {
  const { dataset, typed } = props;
  const form = useConditions(props);
  const { drafts, openAt } = form;
  const isSeveral = drafts.length > 1;
  const box = useRef<HTMLFormElement>(null);
  // What opens takes the focus; at first the popover gives it.
  const { turns } = form;
  useEffect(() => {
    if (turns > 0) firstField(box.current)?.focus();
  }, [turns]);
  const [first] = drafts;
  if (!isSeveral && first?.subject === null)
    return (
      <ConditionFields
        dataset={dataset}
        draft={first}
        typed={typed}
        isOneOfSeveral={false}
        error={null}
        onDraft={(draft) => form.change(0, draft)}
      />
    );
  return (
    <form ref={box} className={controls['form']} onSubmit={form.submit}>
      {drafts.map((draft, index) => (
        <Fragment key={form.keys[index]}>
          {index > 0 && <p className={classes['or']}>{t('or')}</p>}
          <Condition
            dataset={dataset}
            draft={draft}
            isOpen={index === openAt}
            isOneOfSeveral={isSeveral}
            error={form.isTried ? problemOf(draft, dataset) : null}
            onOpen={() => form.open(index)}
            onRemove={() => form.remove(index)}
            onDraft={(next) => form.change(index, next)}
          />
        </Fragment>
      ))}
      {form.failure !== null && (
        <p className={controls['problem']} role="alert">
          {form.failure}
        </p>
      )}
      <Actions drafts={drafts} isBusy={form.isBusy} onAdd={form.add} />
    </form>
  );
}

type ActionsProps = {
  readonly drafts: readonly ConditionDraft[];
  readonly isBusy: boolean;
  readonly onAdd: () => void;
};

function Actions({ drafts, isBusy, onAdd }: ActionsProps) {
  return (
    <div className={classes['actions']}>
      <Button
        variant="quiet"
        size="small"
        icon={<IconPlus size={14} stroke={1.5} />}
        disabledReason={whyNoMore(drafts)}
        onClick={onAdd}
      >
        {t('Or another condition')}
      </Button>
      <Button
        type="submit"
        variant="primary"
        size="small"
        loading={isBusy}
        disabledReason={drafts.map(rangeProblemOf).find((problem) => problem !== null) ?? null}
      >
        {t('Apply')}
      </Button>
    </div>
  );
}

/** Where a condition goes on: at what it compares with, once it has a column. */
function firstField(form: HTMLFormElement | null): HTMLElement | null {
  const inValues = form?.querySelector<HTMLElement>('[data-part="values"] :is(input, button)');
  return inValues ?? form?.querySelector<HTMLElement>('fieldset input') ?? null;
}

type ConditionProps = {
  readonly dataset: DatasetFields;
  readonly draft: ConditionDraft;
  readonly isOpen: boolean;
  readonly isOneOfSeveral: boolean;
  readonly error: string | null;
  readonly onOpen: () => void;
  readonly onRemove: () => void;
  readonly onDraft: (draft: ConditionDraft) => void;
};

/** One of the conditions: its fields, or a line that says it and opens it. */
function Condition(props: ConditionProps) {
  const { dataset, draft, isOpen, isOneOfSeveral, error, onOpen, onRemove, onDraft } = props;
  const text = wordsOf(draft, dataset);
  const remove = (
    <IconButton
      size="small"
      label={t('Remove the condition %s', text)}
      icon={<IconX size={14} stroke={1.5} />}
      onClick={onRemove}
    />
  );
  if (isOpen)
    return (
      <fieldset className={classes['open']} aria-label={text}>
        <ConditionFields
          dataset={dataset}
          draft={draft}
          typed=""
          isOneOfSeveral={isOneOfSeveral}
          error={error}
          onDraft={onDraft}
        />
        {isOneOfSeveral && (
          <div className={classes['removal']}>
            <Button variant="quiet" size="small" icon={<IconX size={14} stroke={1.5} />} onClick={onRemove}>
              {t('Remove this condition')}
            </Button>
          </div>
        )}
      </fieldset>
    );
  return (
    <div className={classes['closed']} data-invalid={error !== null || undefined}>
      <button type="button" className={classes['words']} aria-expanded={false} title={text} onClick={onOpen}>
        {text}
      </button>
      {remove}
    </div>
  );
}

function draftsOf(
  dataset: DatasetFields,
  current: AdhocFilter | null,
  subject: string | null,
): readonly ConditionDraft[] {
  return ((current && conditionsOf(current)) ?? [current]).map((one) => draftOf(dataset, one, subject));
}

/** The conditions while they are edited, and the filter that they become. */
function useConditions({ dataset, current, subject = null, onApply }: FilterFormProps) {
  const [drafts, setDrafts] = useState(() => draftsOf(dataset, current, subject));
  // What tells the conditions of this form apart: two may say the same.
  const [keys, setKeys] = useState<readonly number[]>(() => drafts.map((_, index) => index));
  // Which one is open, and how often another was opened.
  const [{ openAt, turns }, setOpened] = useState({ openAt: 0, turns: 0 });
  const setOpenAt = (at: number) => setOpened({ openAt: at, turns: turns + 1 });
  const [isTried, setTried] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const change = (next: readonly ConditionDraft[]) => {
    setDrafts(next);
    setFailure(null);
  };
  const apply = () => {
    const filters = drafts.flatMap((draft) => filterOf(draft) ?? []);
    const [only] = filters;
    if (only && filters.length === 1) return onApply(only);
    setBusy(true);
    makeAnyOf(dataset.id, filters)
      .then(onApply)
      .catch((error: unknown) => setFailure(error instanceof Error ? error.message : t('An error occurred')))
      .finally(() => setBusy(false));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setTried(true);
    const wrong = firstWrong(drafts, dataset);
    if (wrong === -1) apply();
    else setOpenAt(wrong);
  };
  return {
    drafts,
    keys,
    openAt,
    turns,
    isTried,
    isBusy,
    failure,
    submit,
    change: (index: number, draft: ConditionDraft) => {
      change(drafts.with(index, draft));
      // The list that chose the column is gone.
      if (drafts[index]?.subject === null) setOpenAt(index);
    },
    open: setOpenAt,
    add: () => {
      change([...drafts, draftOf(dataset, null, null)]);
      setKeys([...keys, Math.max(...keys) + 1]);
      setOpenAt(drafts.length);
      setTried(false);
    },
    remove: (index: number) => {
      change(drafts.toSpliced(index, 1));
      setKeys(keys.toSpliced(index, 1));
      setOpenAt(Math.min(openAt > index ? openAt - 1 : openAt, drafts.length - 2));
    },
  };
}

function firstWrong(drafts: readonly ConditionDraft[], dataset: DatasetFields): number {
  return drafts.findIndex((draft) => problemOf(draft, dataset) !== null || rangeProblemOf(draft) !== null);
}

async function makeAnyOf(dataset: number, conditions: readonly AdhocFilter[]): Promise<AdhocFilter> {
  const sql = await anyOfSql(
    dataset,
    conditions.flatMap((one) => toQueryFilter(one) ?? []),
  );
  return anyOfFilter(sql, conditions);
}

function problemOf(draft: ConditionDraft, dataset: DatasetFields): string | null {
  const filter = filterOf(draft);
  return filter === null || draft.subject === null
    ? t('Choose a column.')
    : filterError(filter, findColumn(dataset, draft.subject)?.kind);
}

/** What is wrong with a range stands below it already. */
function rangeProblemOf(draft: ConditionDraft): string | null {
  if (operators[draft.operator].needs !== 'range') return null;
  return rangeProblem(String(draft.comparator ?? 'No filter'), Date.now());
}

function whyNoMore(drafts: readonly ConditionDraft[]): string | null {
  if (drafts.some(({ operator }) => standsAlone(operator)))
    return t('This condition moves with time. Compare with a fixed day to combine it.');
  if (drafts.some(({ subject }) => subject === null)) return t('Choose a column.');
  return drafts.length >= MOST
    ? tn('A filter takes at most 1 condition.', 'A filter takes at most %(count)s conditions.', MOST)
    : null;
}

function wordsOf(draft: ConditionDraft, dataset: DatasetFields): string {
  const filter = filterOf(draft);
  return filter === null
    ? t('New condition')
    : describeFilter(filter, (column) => findColumn(dataset, column)?.label ?? column);
}
