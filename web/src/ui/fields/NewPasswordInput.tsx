import { passwordRule } from '@tessera/core/password-rule';
import { useState, type ComponentProps } from 'react';
import { newPasswordReason } from './new-password.ts';
import { PasswordInput } from './TextInput.tsx';

/**
 * A password that is being chosen: the rule stands there from the start, and what is wrong is said when the field is
 * left.
 */
export function NewPasswordInput({ value, error, description, ...rest }: ComponentProps<typeof PasswordInput>) {
  const [isLeft, setLeft] = useState(false);
  const rule = passwordRule();
  return (
    <PasswordInput
      {...rest}
      value={value}
      autoComplete="new-password"
      description={typeof description === 'string' ? `${rule} ${description}` : rule}
      error={(isLeft ? newPasswordReason(value) : null) ?? error}
      onBlur={() => setLeft(true)}
    />
  );
}
