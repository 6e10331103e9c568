import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { relatedTo } from '../../api/list.ts';
import { holds, me } from '../../api/me.ts';
import type { TaggedType } from '../../api/tags.ts';
import { MultiSelect } from '../../ui/fields/MultiSelect.tsx';

type TagsInputProps = {
  readonly type: TaggedType;
  /** Names of tags. */
  readonly values: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
  readonly error?: string | null;
  /** The choices stand under the field all the time. */
  readonly inline?: boolean;
};

/** Tags by their names: those that exist are found by typing, and who may makes new ones. */
export function TagsInput({ type, values, onChange, error = null, inline = false }: TagsInputProps) {
  const [search, setSearch] = useState('');
  const user = useQuery(me).data;
  const found = useQuery(relatedTo(type === 'query' ? 'saved_query' : type, 'tags', search));
  const mayMake = user !== undefined && holds(user, 'can_write', 'Tag');
  const names = [...new Set([...values, ...(found.data?.result ?? []).map(({ text }) => text)])];
  return (
    <MultiSelect
      label={t('Tags')}
      description={mayMake ? t('Words to find it by. Type a new one to make it.') : t('Words to find it by.')}
      placeholder={t('Add tags…')}
      emptyText={t('No tag has this name.')}
      values={values}
      onChange={(next) => onChange(distinct(next))}
      options={names.filter((name) => matches(name, search)).map((name) => ({ value: name, label: name }))}
      loading={found.isFetching}
      onSearch={setSearch}
      freeEntry={mayMake}
      takesTyped
      inline={inline}
      error={error ?? complaintOf(values)}
    />
  );
}

/** Names that differ only in their case are one tag, and the first of them stays. */
function distinct(names: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return names
    .map((name) => name.replace(/\s+/g, ' ').trim())
    .filter((name) => name !== '' && !seen.has(name.toLowerCase()) && seen.add(name.toLowerCase()));
}

function matches(name: string, search: string): boolean {
  return name.toLowerCase().includes(search.trim().toLowerCase());
}

/** Why the server would refuse one of these names. */
export function complaintOf(names: readonly string[]): string | null {
  if (names.some((name) => /[,:]/.test(name))) return t('The name of a tag has no comma and no colon.');
  return names.some((name) => name.length > 250) ? t('The name of a tag has at most 250 characters.') : null;
}
