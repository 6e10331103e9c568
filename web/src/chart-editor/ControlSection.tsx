import { IconAlertCircleFilled, IconChevronDown } from '@tabler/icons-react';
import { tMarked, tn } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { cx } from '../ui/common/cx.ts';
import classes from './ControlPanel.module.css';
import { useCollapsed } from './use-collapsed.ts';

type ControlSectionProps = {
  /** By which it is stored that it is folded. */
  readonly id: string;
  readonly label: string;
  readonly changed: number;
  readonly failing: number;
  /** Open whatever was stored: something in it was searched for. */
  readonly isForced: boolean;
  readonly children: ReactNode;
};

/** A group of settings that can be folded away; it says how many of them are changed and how many are wrong. */
export function ControlSection({ id, label, changed, failing, isForced, children }: ControlSectionProps) {
  const { isCollapsed, toggle } = useCollapsed(`section.${id}`);
  const isOpen = isForced || !isCollapsed;
  return (
    <section className={classes['section']}>
      <h2>
        <button type="button" className={classes['sectionHead']} aria-expanded={isOpen} onClick={toggle}>
          <span className={classes['sectionName']}>
            {tMarked(label)}
            {failing > 0 && <ProblemCount count={failing} />}
            {changed > 0 && (
              <span className={classes['changedCount']}>{tn('1 changed', '%(count)s changed', changed)}</span>
            )}
          </span>
          <IconChevronDown
            size={16}
            stroke={1.5}
            aria-hidden
            className={cx(classes['groupChevron'], !isOpen && classes['closed'])}
          />
        </button>
      </h2>
      {isOpen && <div className={classes['controls']}>{children}</div>}
    </section>
  );
}

function ProblemCount({ count }: { readonly count: number }) {
  return (
    <span className={classes['problemCount']}>
      <IconAlertCircleFilled size={14} aria-hidden />
      <span aria-hidden>{count}</span>
      <span className="ts-visually-hidden">
        {tn('1 setting needs attention', '%(count)s settings need attention', count)}
      </span>
    </span>
  );
}
