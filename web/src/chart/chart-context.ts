import type { ChartContext } from '@tessera/viz/define';
import type { ChartInputs } from '@tessera/viz/inputs';
import { createChartContext } from '@tessera/viz/shared/context';
import { useMemo } from 'react';
import { themeMode, usePreferences } from '../ui/common/preferences.ts';
import { useColorLookup } from './ColorScopeProvider.tsx';
import type { Size } from './use-size.ts';

/** Everything that a drawing needs from around it; null until the place has a size. */
export function useChartContext(
  chartId: number | 'new',
  size: Size | null,
  verboseNames: Readonly<Record<string, string>>,
  labelColors: Readonly<Record<string, string>>,
  inputs: ChartInputs,
): ChartContext | null {
  const mode = usePreferences(themeMode);
  const color = useColorLookup(chartId, mode, labelColors);
  return useMemo(() => {
    if (!size || size.width === 0 || size.height === 0) return null;
    return createChartContext({ ...size, mode, verboseNames, color, inputs });
  }, [size, mode, color, verboseNames, inputs]);
}
