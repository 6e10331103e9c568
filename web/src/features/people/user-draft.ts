import { t } from '@tessera/core/messages';
import { mergeDrafts, type MergedDraft } from '../../api/merge-drafts.ts';
import type { StoredUser, UserInput } from '../../api/people.ts';

/** A person in the form; the password is empty while it is to stay. */
export type UserDraft = {
  readonly username: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly active: boolean;
  readonly roles: readonly string[];
  readonly password: string;
};
type StoredField = Exclude<keyof UserDraft, 'password'>;

export const userLabels: Readonly<Record<StoredField, string>> = { username: 'User name', first_name: 'First name', last_name: 'Last name', email: 'Email', active: 'State', roles: 'Roles' };
const storedFields = Object.keys(userLabels) as readonly StoredField[];

export const emptyUser: UserDraft = { username: '', first_name: '', last_name: '', email: '', active: true, roles: [], password: '' };

export function draftOf({ username, first_name, last_name, email, active, roles }: StoredUser): UserDraft {
  return { username, first_name, last_name, email, active, roles: roles.map((role) => String(role.id)), password: '' };
}

export function inputOf({ password, roles, ...rest }: UserDraft): UserInput {
  return { ...rest, roles: roles.map(Number), ...(password === '' ? {} : { password }) };
}

/** What a stored person has in a field, for people to read; empty for nothing. */
export function wordsOf(field: StoredField, user: StoredUser): string {
  if (field === 'roles') return user.roles.map((role) => role.name).join(', ');
  if (field === 'active') return user.active ? t('Active') : t('Deactivated');
  return user[field];
}

export type UserMerge = MergedDraft<UserDraft, StoredField>;

/** Bring the changes of another person into the form. */
export function mergeUser(base: UserDraft, mine: UserDraft, theirs: UserDraft): UserMerge {
  return mergeDrafts(storedFields, base, mine, theirs);
}
