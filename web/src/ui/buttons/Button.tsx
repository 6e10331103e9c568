import type { ComponentPropsWithRef, ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import classes from './Button.module.css';
import { cx } from '../common/cx.ts';
import { Spinner } from '../feedback/Spinner.tsx';
import { Tooltip } from '../overlays/Tooltip.tsx';

export type ButtonLook = {
  /** `primary` once per screen; `quiet` has no border. */
  readonly variant?: 'default' | 'primary' | 'quiet' | 'danger';
  readonly size?: 'normal' | 'small';
  readonly icon?: ReactNode;
  readonly wide?: boolean;
  /** On a phone the icon stands alone; the words stay the name. */
  readonly shrinks?: boolean;
};

type ButtonProps = Omit<ComponentPropsWithRef<'button'>, 'disabled'> &
  ButtonLook & {
    /** Keeps its place and width, takes no second click. */
    readonly loading?: boolean;
    /** A button that cannot act says why; it stays reachable by keyboard so that the reason can be read. */
    readonly disabledReason?: string | null;
  };

export function Button({
  variant = 'default',
  size = 'normal',
  icon,
  wide = false,
  shrinks = false,
  loading = false,
  disabledReason,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const off = loading || (disabledReason !== undefined && disabledReason !== null);
  const button = (
    <button
      {...rest}
      type={type}
      aria-disabled={off || undefined}
      aria-busy={loading || undefined}
      className={cx(buttonClass({ variant, size, wide }), loading && classes['busy'], className)}
      onClick={(event) => {
        if (off) {
          event.preventDefault();
          return;
        }
        onClick?.(event);
      }}
    >
      {loading ? <Spinner size={14} /> : icon}
      {shrinks ? <Words>{children}</Words> : children}
    </button>
  );
  if (disabledReason === undefined || disabledReason === null) return button;
  return <Tooltip label={disabledReason}>{button}</Tooltip>;
}

/** A link that looks like a button: it goes somewhere and opens in a new tab like any link. */
export function LinkButton({
  variant = 'default',
  size = 'normal',
  icon,
  wide = false,
  shrinks = false,
  className,
  children,
  ...rest
}: LinkProps & ButtonLook) {
  return (
    <Link {...rest} className={cx(buttonClass({ variant, size, wide }), className)}>
      {icon}
      {shrinks ? <Words>{children}</Words> : children}
    </Link>
  );
}

/** The cut takes them from sight alone. */
function Words({ children }: { readonly children: ReactNode }) {
  return <span className={classes['words']}>{children}</span>;
}

function buttonClass({ variant, size, wide }: Required<Pick<ButtonLook, 'variant' | 'size' | 'wide'>>): string {
  return cx(
    classes['button'],
    variant !== 'default' && classes[variant],
    size === 'small' && classes['small'],
    wide && classes['wide'],
  );
}
