import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { relatedTo } from '../../api/list.ts';
import { rulesResource } from '../../api/rules.ts';
import type { Option } from '../../ui/fields/options.ts';

/** Choices found by typing, with those that are chosen always among them; `engineOf` says where a dataset is. */
export function useRelatedOptions(column: 'tables' | 'roles', chosen: readonly string[]) {
  const [search, setSearch] = useState('');
  const related = useQuery(relatedTo(rulesResource, column, search.trim(), chosen.map(Number)));
  const found = related.data?.result ?? [];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const options = found.map(({ value, text: label, extra }): Option => ({
    value: String(value),
    label,
    ...(text(extra?.['database']) === '' ? {} : { note: text(extra?.['database']) }),
  }));
  const engineOf = (id: string | undefined) => text(found.find(({ value }) => String(value) === id)?.extra?.['engine']);
  return { options, loading: related.isFetching, error: related.error, onSearch: setSearch, engineOf };
}
