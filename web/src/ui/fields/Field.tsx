import { IconAlertCircleFilled, IconHelpCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { ErrorText } from '../feedback/ErrorText.tsx';
import classes from './Field.module.css';
import { Tooltip } from '../overlays/Tooltip.tsx';

export type FieldLook = {
  readonly label: string;
  /** Keep the label for screen readers only (a search box, a cell editor). */
  readonly hideLabel?: boolean;
  /** One sentence behind the help icon. */
  readonly hint?: string | undefined;
  /** A sentence under the field. */
  readonly description?: ReactNode;
  /** Next to the field, with the red icon of [5.0-05]. */
  readonly error?: string | null | undefined;
  readonly required?: boolean;
  /** At the end of the label's line: a count, a small link. */
  readonly aside?: ReactNode;
};

/** Label over a control, help and error under it. `id` is that of the control; see `fieldIds`. */
export function Field({
  id,
  label,
  hideLabel = false,
  hint,
  description,
  error,
  required = false,
  aside,
  children,
}: FieldLook & { readonly id: string; readonly children: ReactNode }) {
  const { descriptionId, errorId } = fieldIds(id);
  return (
    <div className={classes['field']}>
      <div className={hideLabel ? 'ts-visually-hidden' : classes['head']}>
        <label htmlFor={id} className={classes['label']}>
          {label}
        </label>
        {required && (
          <span className={classes['required']} aria-hidden>
            *
          </span>
        )}
        {hint !== undefined && (
          <Tooltip label={hint} position="top" isPressed>
            <button type="button" className={classes['hint']} aria-label={hint}>
              <IconHelpCircle size={14} stroke={1.5} />
            </button>
          </Tooltip>
        )}
        {aside !== undefined && <span className={classes['aside']}>{aside}</span>}
      </div>
      {children}
      {error ? (
        <div id={errorId} className={classes['error']} role="alert">
          <IconAlertCircleFilled size={14} aria-hidden />
          <div>
            <ErrorText text={error} />
          </div>
        </div>
      ) : (
        description !== undefined &&
        description !== null && (
          <p id={descriptionId} className={classes['description']}>
            {description}
          </p>
        )
      )}
    </div>
  );
}

export function fieldIds(id: string): { readonly descriptionId: string; readonly errorId: string } {
  return { descriptionId: `${id}-description`, errorId: `${id}-error` };
}

/** ARIA of the control inside a `Field`. */
export function fieldAria(
  id: string,
  { error, description, required = false }: Pick<FieldLook, 'error' | 'description' | 'required'>,
) {
  const { descriptionId, errorId } = fieldIds(id);
  const describedBy = error ? errorId : description === undefined || description === null ? undefined : descriptionId;
  return {
    id,
    'aria-invalid': error ? true : undefined,
    'aria-describedby': describedBy,
    'aria-required': required || undefined,
  };
}
