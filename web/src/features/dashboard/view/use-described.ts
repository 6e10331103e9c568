import { useState } from 'react';
import { useDashboard } from '../DashboardProvider.tsx';

/**
 * Whether the description of a chart stands on its card: as its author left it (`expanded_slices`), until this reader
 * says otherwise.
 */
export function useDescribed(chartId: number): readonly [boolean, (isOn: boolean) => void] {
  const stored = useDashboard((state) => {
    const { expanded_slices: expanded } = state.history.present.settings;
    return typeof expanded === 'object' && expanded !== null && Object.hasOwn(expanded, String(chartId))
      ? (expanded as Readonly<Record<string, unknown>>)[String(chartId)] === true
      : false;
  });
  const [chosen, setChosen] = useState<boolean | null>(null);
  return [chosen ?? stored, setChosen];
}
