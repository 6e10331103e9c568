import { IconChevronDown } from '@tabler/icons-react';
import { numberText, t } from '@tessera/core/messages';
import { useState } from 'react';
import { limits } from '../../../api/limits.ts';
import { Button } from '../../../ui/buttons/Button.tsx';
import { NumberInput } from '../../../ui/fields/NumberInput.tsx';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import { Popover } from '../../../ui/overlays/Popover.tsx';
import { editTab } from '../tabs/tabs-store.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import classes from './Toolbar.module.css';

/** [9.0-05] */
export const limitChoices = [10, 50, 100, 250, 500, 1000, 5000, 10_000] as const;

/** The most rows of a result: one of the choices, or any number up to the bound of the server. */
export function LimitBox({ tab }: { readonly tab: EditorTab }) {
  const [isOpen, setOpen] = useState(false);
  const isNarrow = useNarrow();
  const limit = tab.queryLimit ?? limits.sqlDefaultRows;
  const text = t('Limit: %s', numberText(limit));
  const take = (queryLimit: number) => {
    editTab(tab.id, { queryLimit });
    setOpen(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      label={t('Most rows of a result')}
      width={220}
      position="bottom-start"
      trigger={
        <Button variant="quiet" className={classes['limit']} aria-label={text} onClick={() => setOpen(!isOpen)}>
          {isNarrow ? numberText(limit) : text}
          <IconChevronDown size={14} stroke={1.5} aria-hidden />
        </Button>
      }
    >
      <LimitForm limit={limit} most={tab.maxRow} onTake={take} />
    </Popover>
  );
}

type LimitFormProps = { readonly limit: number; readonly most: number; readonly onTake: (limit: number) => void };

function LimitForm({ limit, most, onTake }: LimitFormProps) {
  const [value, setValue] = useState<number | null>(limit);
  const error = limitProblem(value, most);
  return (
    <form
      className={classes['limitForm']}
      onSubmit={(event) => {
        event.preventDefault();
        if (value !== null && error === null) onTake(value);
      }}
    >
      <NumberInput
        label={t('Most rows of a result')}
        value={value}
        onChange={setValue}
        min={1}
        max={most}
        integer
        error={error}
        data-autofocus
      />
      <ul className={classes['limits']} aria-label={t('Choices')}>
        {limitChoices
          .filter((choice) => choice <= most)
          .map((choice) => (
            <li key={choice}>
              <Button size="small" variant="quiet" aria-pressed={choice === limit} onClick={() => onTake(choice)}>
                {numberText(choice)}
              </Button>
            </li>
          ))}
      </ul>
    </form>
  );
}

/** What is wrong with a limit; null where it can be taken. */
export function limitProblem(value: number | null, most: number): string | null {
  if (value === null || value < 1) return t('Type a number from 1 on.');
  return value > most ? t('Value cannot exceed %s', numberText(most)) : null;
}
