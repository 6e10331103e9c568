import type { LabelMap } from '@tessera/core/colors/label-map';
import type { ThemeMode } from '@tessera/core/colors/categorical';
import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { createColorScope, type ColorScope } from '@tessera/core/colors/color-scope';

const Scope = createContext<ColorScope | null>(null);
const alone = { source: 'explore', labelColors: {}, keptColors: {}, domain: [], order: [] } as const;

/**
 * Charts inside give the same name the same colour: one round a dashboard. A chart alone has a scope of its own, also
 * inside of null.
 */
export function ColorScopeProvider({
  scope,
  children,
}: {
  readonly scope: ColorScope | null;
  readonly children: ReactNode;
}) {
  return <Scope value={scope}>{children}</Scope>;
}

const AT_LATEST = { timeout: 300 } as const;

/** Charts whose answers are here come first: their names may move the colours of one again and again. */
function whenIdle(run: () => void): void {
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, AT_LATEST);
  else setTimeout(run, AT_LATEST.timeout);
}

/** `ChartContext.color` of the scope around; colours that the chart itself fixes win. */
export function useColorLookup(
  chartId: number | 'new',
  mode: ThemeMode,
  ownColors: LabelMap,
): (scheme: string, name: string) => string {
  const around = useContext(Scope);
  const [own] = useState(() => createColorScope(alone));
  const scope = around ?? own;
  const subscribe = useCallback((onChange: () => void) => scope.subscribe(() => whenIdle(onChange)), [scope]);
  const version = useSyncExternalStore(subscribe, () => scope.version(chartId));
  // The names are known once the picture has been made, below this; every commit may have brought new ones.
  useEffect(() => scope.drawn(chartId));
  // A new version is a new lookup, so that pictures are made again.
  return useCallback(
    (scheme: string, name: string) => (version < 0 ? '' : scope.color(chartId, scheme, name, mode, ownColors)),
    [scope, chartId, mode, ownColors, version],
  );
}
