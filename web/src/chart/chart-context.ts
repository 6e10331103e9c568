import type { ChartContext } from '@tessera/viz/define';
import type { ChartInputs } from '@tessera/viz/inputs';
import type { StoredMetric } from '@tessera/viz/read-metric-formats';
import { useMemo } from 'react';
import { limits } from '../api/limits.ts';
import { themeMode, usePreferences } from '../ui/common/preferences.ts';
import { useColorLookup } from './ColorScopeProvider.tsx';
import type { Size } from './use-size.ts';
import { useMoreContrast } from './use-more-contrast.ts';
import type { LoadedViz } from './use-viz.ts';

/** Everything that a drawing needs from around it; null until the code is here and the place has a size. */
export function useChartContext(
  createContext: LoadedViz['createContext'] | null,
  chartId: number | 'new',
  size: Size | null,
  verboseNames: Readonly<Record<string, string>>,
  metrics: readonly StoredMetric[] | undefined,
  labelColors: Readonly<Record<string, string>>,
  inputs: ChartInputs,
): ChartContext | null {
  const mode = usePreferences(themeMode);
  const hasMoreContrast = useMoreContrast();
  const color = useColorLookup(chartId, mode, labelColors);
  return useMemo(() => {
    if (!createContext || !size || size.width === 0 || size.height === 0) return null;
    return createContext({
      ...size,
      mode,
      hasMoreContrast,
      verboseNames,
      metrics,
      color,
      inputs,
      tiles: limits.tiles,
    });
  }, [createContext, size, mode, hasMoreContrast, color, verboseNames, metrics, inputs]);
}
