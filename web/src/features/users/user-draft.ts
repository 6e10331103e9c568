import { msg, t } from '@tessera/core/messages';
import type { StoredUser, UserInput } from '../../api/users.ts';
import type { FormShape } from '../../ui/fields/use-shared-form.ts';

/** A user in the form; the password is empty while it is to stay. */
export type UserDraft = Required<Omit<UserInput, 'roles'>> & { readonly roles: readonly string[] };
export const emptyUser: UserDraft = {
  username: '',
  first_name: '',
  last_name: '',
  email: '',
  active: true,
  roles: [],
  password: '',
};

export function draftOf({ username, first_name, last_name, email, active, roles }: StoredUser): UserDraft {
  return { username, first_name, last_name, email, active, roles: roles.map((role) => String(role.id)), password: '' };
}

export function inputOf({ password, roles, ...rest }: UserDraft): UserInput {
  return { ...rest, roles: roles.map(Number), ...(password === '' ? {} : { password }) };
}

/** A password is never read back, so nobody's comes into the form. */
export const userForm: FormShape<StoredUser, UserDraft> = {
  fields: [
    { name: 'username', label: msg('User name') },
    { name: 'first_name', label: msg('First name') },
    { name: 'last_name', label: msg('Last name') },
    { name: 'email', label: msg('Email') },
    { name: 'active', label: msg('State') },
    { name: 'roles', label: msg('Roles') },
  ],
  draftOf,
  wordsOf: (field, user) => {
    if (field === 'roles') return user.roles.map((role) => role.name).join(', ');
    if (field === 'active') return user.active ? t('Active') : t('Deactivated');
    return field === 'password' ? '' : user[field];
  },
};
