import { assignColors, colorOf, noColors } from '@tessera/core/colors/assign';
import type { ThemeMode } from '@tessera/core/colors/categorical';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

type Colors = { readonly labelColors: Readonly<Record<string, string>>; readonly domain: readonly string[] };

/** Which category has which colour in one namespace. */
type ColorScope = { readonly color: (scheme: string, name: string, mode: ThemeMode, ownColors: Readonly<Record<string, string>>) => string };

/** Names take places of the palette in the order in which charts ask for them, and keep them. */
function createColorScope({ labelColors, domain }: Colors): ColorScope {
  let names = noColors;
  return {
    color: (scheme, name, mode, ownColors) => {
      names = assignColors(names, [name]);
      return colorOf(name, scheme, { mode, assignment: names, labelColors: { ...labelColors, ...ownColors }, domain });
    },
  };
}

const Scope = createContext<ColorScope | null>(null);
const noLabels: Readonly<Record<string, string>> = {};
const noDomain: readonly string[] = [];

/** Charts inside give the same name the same colour: one round a dashboard. A chart alone has a scope of its own. */
export function ColorScopeProvider({ labelColors = noLabels, domain = noDomain, children }: Partial<Colors> & { readonly children: ReactNode }) {
  const scope = useMemo(() => createColorScope({ labelColors, domain }), [labelColors, domain]);
  return <Scope value={scope}>{children}</Scope>;
}

/** `ChartContext.color` of the scope around; colours that the chart itself fixes win. */
export function useColorLookup(mode: ThemeMode, ownColors: Readonly<Record<string, string>>): (scheme: string, name: string) => string {
  const around = useContext(Scope);
  const [own] = useState(() => createColorScope({ labelColors: noLabels, domain: noDomain }));
  const scope = around ?? own;
  return useMemo(() => (scheme: string, name: string) => scope.color(scheme, name, mode, ownColors), [scope, mode, ownColors]);
}
