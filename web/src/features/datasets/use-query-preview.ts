import { useMutation } from '@tanstack/react-query';
import { parseExactJson } from '@tessera/core/exact-json';
import type { Table } from '@tessera/core/table';
import type { DatasetPreview } from '@tessera/server/contract';
import type { WireTable } from '@tessera/viz/read-table';
import { readShownTable } from '@tessera/viz/shown-table';
import { useEffect, useRef } from 'react';
import { call } from '../../api/client.ts';

/** The first rows of a query that is no dataset yet; running it again, or leaving, stops the one before. */
export function useQueryPreview() {
  const running = useRef<AbortController | null>(null);
  const stop = () => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const rows = useMutation({
    mutationFn: async (body: DatasetPreview): Promise<Table> => {
      stop();
      running.current = new AbortController();
      const { signal } = running.current;
      const response = await call('/api/v1/dataset/preview/', { method: 'POST', body, signal });
      return readShownTable((parseExactJson(await response.text()) as { readonly result: WireTable }).result);
    },
  });
  return { rows, stop };
}
