import { useQuery } from '@tanstack/react-query';
import { schemasOf, usableDatabases } from '../../api/databases.ts';
import type { Source } from './SourcePicker.tsx';

/**
 * What a user picked, with the choices that are none: the only database, and the only schema of a table. A query
 * without a schema uses the default one, so nothing is chosen for it.
 */
export function useOnlyChoice(picked: Source, withTable: boolean): Source {
  const databases = useQuery(usableDatabases);
  const databaseId = picked.databaseId ?? only(databases.data)?.id ?? null;
  const schemas = useQuery({ ...schemasOf(databaseId ?? 0), enabled: withTable && databaseId !== null });
  const schema = picked.schema ?? (withTable ? (only(schemas.data) ?? null) : null);
  return { ...picked, databaseId, schema };
}

function only<T>(choices: readonly T[] | undefined): T | undefined {
  return choices?.length === 1 ? choices[0] : undefined;
}
