import { msg } from '@tessera/core/messages';
import { nameOf } from '../../api/me.ts';
import type { SavedQuery } from '../../api/saved-queries.ts';
import type { FormShape } from '../../ui/fields/use-shared-form.ts';
import type { SavedQueryPut } from '@tessera/server/contract';

/** Who sees a query beside its owner. */
export type Sharing = 'nobody' | 'some' | 'all';

/** What the dialog of a saved query edits; ids and tags as text. */
export type SavedQueryDraft = {
  readonly label: string;
  readonly description: string;
  readonly folder: string;
  readonly tags: readonly string[];
  readonly sharing: Sharing;
  readonly users: readonly string[];
  readonly roles: readonly string[];
};

export const savedQueryShape: FormShape<SavedQuery, SavedQueryDraft> = {
  fields: [
    { name: 'label', label: msg('Name') },
    { name: 'description', label: msg('Description') },
    { name: 'folder', label: msg('Folder') },
    { name: 'tags', label: msg('Tags') },
    { name: 'sharing', label: msg('Who sees it') },
    { name: 'users', label: msg('Users') },
    { name: 'roles', label: msg('Roles') },
  ],
  draftOf: draftOfQuery,
  wordsOf: (field, stored) => {
    if (field === 'users') return stored.shared_users.map(nameOf).join(', ');
    if (field === 'roles') return stored.shared_roles.map(({ name }) => name).join(', ');
    const value = draftOfQuery(stored)[field];
    return typeof value === 'string' ? value : value.join(', ');
  },
};

export function draftOfQuery(query: SavedQuery): SavedQueryDraft {
  const { label, description, folder, tags, is_shared: isShared, shared_users: users, shared_roles: roles } = query;
  return {
    label,
    description: description ?? '',
    folder: folder ?? '',
    tags: tags.map(({ name }) => name),
    sharing: isShared ? 'all' : users.length + roles.length > 0 ? 'some' : 'nobody',
    users: users.map(({ id }) => String(id)),
    roles: roles.map(({ id }) => String(id)),
  };
}

/** What is sent: who is not shared with any more is named no more. */
export function putOf(draft: SavedQueryDraft, tagIds: readonly number[]): SavedQueryPut {
  const { label, description, folder, sharing, users, roles } = draft;
  return {
    label: label.trim(),
    description: description.trim() || null,
    folder: folder.trim() || null,
    tags: [...tagIds],
    is_shared: sharing === 'all',
    shared_users: sharing === 'some' ? users.map(Number) : [],
    shared_roles: sharing === 'some' ? roles.map(Number) : [],
  };
}
