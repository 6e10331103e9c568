import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { Snippet } from '@tessera/query/sql-assist/catalog';
import { t } from '@tessera/core/messages';
import { changeSnippets, sqlSnippets } from '../../../api/sql-snippets.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';

const none: readonly Snippet[] = [];

/** Texts that a user stored to write them again, in any browser. */
export function useSnippets(): readonly Snippet[] {
  return useQuery(sqlSnippets).data ?? none;
}

/** One of the same name gives way. @returns whether it is stored */
export async function saveSnippet(client: QueryClient, snippet: Snippet): Promise<boolean> {
  return stored(client, (list) => [...list.filter(({ name }) => name !== snippet.name), snippet]);
}

/** It can be taken back. */
export function useRemoveSnippet(): (snippet: Snippet) => Promise<void> {
  const client = useQueryClient();
  return async (snippet) => {
    if (!(await stored(client, (list) => list.filter(({ name }) => name !== snippet.name)))) return;
    toast.success(t('The snippet %s was removed.', snippet.name), {
      action: { label: t('Undo'), onClick: () => void saveSnippet(client, snippet) },
    });
  };
}

async function stored(client: QueryClient, change: (list: readonly Snippet[]) => readonly Snippet[]): Promise<boolean> {
  try {
    await changeSnippets(client, (list) =>
      change(list).map(({ name, description, sql }) => ({ name, description, sql })),
    );
    return true;
  } catch (error) {
    toast.danger(describeError(error).title);
    return false;
  }
}
