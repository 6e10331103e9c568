import type { ComponentPropsWithRef, ReactNode } from 'react';
import { cx } from '../common/cx.ts';
import classes from './IconButton.module.css';
import { Tooltip } from '../overlays/Tooltip.tsx';

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled' | 'children' | 'aria-label'> & {
  /** The accessible name, and the tooltip. */
  readonly label: string;
  /** A Tabler icon, 16 px (`size={16} stroke={1.5}`) or 20 px. */
  readonly icon: ReactNode;
  readonly size?: 'normal' | 'small';
  /** For a toggle: whether it is on. */
  readonly pressed?: boolean;
  readonly danger?: boolean;
  readonly disabledReason?: string | null;
  /** Keys that do the same, shown in the tooltip: `⌘K`. */
  readonly shortcut?: string;
};

export function IconButton({
  label,
  icon,
  size = 'normal',
  pressed,
  danger = false,
  disabledReason,
  shortcut,
  className,
  onClick,
  type = 'button',
  ...rest
}: IconButtonProps) {
  const off = disabledReason !== undefined && disabledReason !== null;
  const name = shortcut === undefined ? label : `${label} (${shortcut})`;
  return (
    <Tooltip label={disabledReason ?? name}>
      <button
        {...rest}
        type={type}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={off || undefined}
        className={cx(
          classes['iconButton'],
          size === 'small' && classes['small'],
          danger && classes['danger'],
          className,
        )}
        onClick={(event) => {
          if (off) {
            event.preventDefault();
            return;
          }
          onClick?.(event);
        }}
      >
        {icon}
      </button>
    </Tooltip>
  );
}
