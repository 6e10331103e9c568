import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { functionNames } from '../../api/databases.ts';
import { expressionSuggestions, type ExpressionNames } from './suggestions.ts';

/** What an editor of SQL over one dataset offers. Functions are those of its database; without them the rest stays. */
export function useSuggestions({ columns, metrics }: ExpressionNames, databaseId: number | null) {
  const functions = useQuery({ ...functionNames(databaseId ?? 0), enabled: databaseId !== null }).data;
  return useMemo(() => expressionSuggestions({ columns, metrics }, functions ?? []), [columns, metrics, functions]);
}
