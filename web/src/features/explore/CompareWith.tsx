import { IconArrowsDiff } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import { grainOfAxis } from '@tessera/viz/layer/axis';
import { periodBefore } from '@tessera/viz/layer/period-before';
import { useState } from 'react';
import type { Shown } from '../../chart/use-chart.ts';
import { cx } from '../../ui/common/cx.ts';
import { NumberInput } from '../../ui/fields/NumberInput.tsx';
import { SegmentedControl } from '../../ui/fields/SegmentedControl.tsx';
import { Popover } from '../../ui/overlays/Popover.tsx';
import paneStyles from './ChartPane.module.css';
import {
  comparedWith,
  comparesTimes,
  hasTarget,
  offsetsFor,
  targetOf,
  withTarget,
  type CompareWith as Choice,
} from './compare-with.ts';
import { useExplore } from './explore-store.ts';

type CompareWithProps = {
  readonly shown: Shown;
  readonly onSet: (control: string, value: unknown) => void;
};

/** The picture beside the period before, the year before or a target, in one press. */
export function CompareWith({ shown, onSet }: CompareWithProps) {
  const [isOpen, setOpen] = useState(false);
  const form = useExplore((state) => state.draft.form);
  const { viz } = shown.loaded;
  const [result] = shown.results;
  const period = result ? periodBefore(result, grainOfAxis(result, shown.form)) : null;
  const choice = comparedWith(form, period);
  const target = targetOf(form);
  if (!comparesTimes(viz)) return null;
  const isComparing = choice !== 'none' || target !== null;
  return (
    <Popover
      opened={isOpen}
      onChange={setOpen}
      label={t('Compare with')}
      width={320}
      position="bottom-end"
      trigger={
        <button
          type="button"
          className={cx(paneStyles['fact'], paneStyles['factButton'], isComparing && paneStyles['comparing'])}
          onClick={() => setOpen(!isOpen)}
        >
          <IconArrowsDiff size={14} stroke={1.5} aria-hidden />
          {isComparing ? t('Compared with %s', namesOf(choice, target)) : t('Compare')}
        </button>
      }
    >
      <div className={paneStyles['compare']}>
        <SegmentedControl
          label={t('Compare with')}
          value={choice}
          options={choicesFor(choice, period)}
          onChange={(next) => next !== 'other' && onSet('time_compare', offsetsFor(next, period))}
          wide
        />
        {period === null && (
          <p className={paneStyles['compareNote']}>
            {t('The period before is known once the chart has a range of time.')}
          </p>
        )}
        {hasTarget(viz) && (
          <NumberInput
            label={t('Target')}
            value={target}
            onChange={(next) => onSet('annotation_layers', withTarget(form, next))}
          />
        )}
      </div>
    </Popover>
  );
}

/** Another time that was chosen among the settings keeps its place. */
function choicesFor(choice: Choice, period: string | null) {
  return [
    { value: 'none', label: t('None') },
    ...(period === null ? [] : [{ value: 'period', label: t('Period before') } as const]),
    { value: 'year', label: t('Year before') },
    ...(choice === 'other' ? [{ value: 'other', label: t('Other') } as const] : []),
  ] as const;
}

function namesOf(choice: Choice, target: number | null): string {
  const times = { none: '', period: t('the period before'), year: t('the year before'), other: t('another time') };
  return [times[choice], target === null ? '' : t('a target')].filter((name) => name !== '').join(', ');
}
