import { useMutation, useQueryClient } from '@tanstack/react-query';
import { filterPresets, saveFilterPresets, type Preset } from '../../../api/dashboard-desk.ts';

/** Writes all presets of this reader; what is shown follows. */
export function useSavePresets(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (presets: readonly Preset[]) => saveFilterPresets(id, presets),
    onSuccess: (presets) => client.setQueryData(filterPresets(id).queryKey, [...presets]),
  });
}
