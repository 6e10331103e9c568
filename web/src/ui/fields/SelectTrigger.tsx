import { IconChevronDown } from '@tabler/icons-react';
import type { ComponentPropsWithRef } from 'react';
import type { FieldLook } from './Field.tsx';
import classes from './Select.module.css';

type TriggerProps = ComponentPropsWithRef<'div'> & {
  readonly look: Pick<FieldLook, 'error'>;
  readonly disabled: boolean;
};

/** The frame of a select around its input. What Mantine gives the target of a dropdown goes to the frame. */
export function SelectTrigger({ look, disabled, children, ...target }: TriggerProps) {
  return (
    <div
      {...target}
      className={classes['trigger']}
      data-invalid={look.error ? true : undefined}
      data-disabled={disabled || undefined}
    >
      {children}
      <span className={classes['chevron']} aria-hidden>
        <IconChevronDown size={16} stroke={1.5} />
      </span>
    </div>
  );
}
