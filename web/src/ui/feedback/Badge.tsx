import { IconX } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import classes from './Badge.module.css';
import { cx } from '../common/cx.ts';

/** A state in one or two words. Colour means state only, never decoration. */
export function Badge({
  tone = 'neutral',
  icon,
  children,
}: {
  readonly tone?: 'neutral' | 'accent' | 'success' | 'warning' | 'danger' | 'info';
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span className={cx(classes['badge'], tone !== 'neutral' && classes[tone])}>
      {icon}
      {children}
    </span>
  );
}

type PillProps = {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly onRemove?: () => void;
  readonly removable?: boolean;
  readonly removeLabel?: string;
};

/** A value that was chosen: a column, an active filter, a user. */
export function Pill({ children, icon, onRemove, removable = true, removeLabel = t('Remove') }: PillProps) {
  const canRemove = removable && onRemove !== undefined;
  return (
    <span className={classes['pill']} data-removable={canRemove}>
      {icon}
      <span className={classes['pillText']}>{children}</span>
      {canRemove && (
        // Not a stop of the Tab key inside a field of pills: Backspace does the same there.
        <button
          type="button"
          className={classes['remove']}
          aria-label={removeLabel}
          onMouseDown={(event) => event.preventDefault()}
          onClick={onRemove}
        >
          <IconX size={12} stroke={2} />
        </button>
      )}
    </span>
  );
}
