import { AppError } from '@tessera/core/errors/app-error';
import { passwordComplaint } from '@tessera/core/password-rule';

/** No more of what somebody types is hashed. */
const MAX_TYPED = 1024;

export type Passwords = {
  readonly hash: (password: string) => Promise<string>;
  /**
   * Takes the same time whether there is a hash or not, so that unknown users cannot be distinguished from known ones.
   */
  readonly matches: (hash: string | null, password: string) => Promise<boolean>;
};

/** Hash of nothing that anybody can type, with the cost of the real ones. */
let decoy: Promise<string> | null = null;

/** Argon2id at the library's cost (19 MB, two passes). The native code loads with the first sign-in. */
export const passwords: Passwords = {
  hash: async (password) => (await import('@node-rs/argon2')).hash(password),
  matches: async (hash, password) => {
    const argon2 = await import('@node-rs/argon2');
    decoy ??= argon2.hash(crypto.randomUUID());
    const isRight = await argon2.verify(hash ?? (await decoy), password.slice(0, MAX_TYPED));
    return hash !== null && isRight;
  },
};

/** @throws AppError invalid_fields */
export function assertPassword(password: string, field = 'password'): void {
  const complaint = passwordComplaint(password);
  if (complaint) throw new AppError('invalid_fields', { fields: { [field]: [complaint] } });
}
