import { IconArrowsDiff, IconChartBar, IconSql, IconTable, IconTableShortcut } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { SegmentedControl } from '../../../ui/fields/SegmentedControl.tsx';
import { resultModes, type ResultMode } from './result-modes.ts';
import classes from './ResultsPane.module.css';

type ModeSwitchProps = {
  readonly mode: ResultMode;
  readonly onChange: (mode: ResultMode) => void;
  /** There is a run before this one. */
  readonly canCompare: boolean;
};

/** What is made of a result: its rows, a chart, a pivot table, an answer to another query, what changed. */
export function ModeSwitch({ mode, onChange, canCompare }: ModeSwitchProps) {
  const names: Readonly<Record<ResultMode, string>> = {
    rows: t('Rows'),
    chart: t('Chart'),
    pivot: t('Pivot'),
    query: t('Query'),
    diff: t('Compare'),
  };
  return (
    <div className={classes['modes']}>
      <SegmentedControl
        label={t('Show the result as')}
        value={mode}
        onChange={onChange}
        options={resultModes
          .filter((value) => value !== 'diff' || canCompare)
          .map((value) => ({
            value,
            label: names[value],
            icon: (
              <span className={classes['mode']}>
                {icons[value]}
                <span className={classes['modeWord']}>{names[value]}</span>
              </span>
            ),
          }))}
      />
    </div>
  );
}

const look = { size: 16, stroke: 1.5, 'aria-hidden': true } as const;
const icons: Readonly<Record<ResultMode, ReactNode>> = {
  rows: <IconTable {...look} />,
  chart: <IconChartBar {...look} />,
  pivot: <IconTableShortcut {...look} />,
  query: <IconSql {...look} />,
  diff: <IconArrowsDiff {...look} />,
};
