import { assignColors, colorOf, noColors, type ColorAssignment } from '@tessera/core/colors/assign';
import type { ThemeMode } from '@tessera/core/colors/categorical';
import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';

type Colors = { readonly labelColors: Readonly<Record<string, string>>; readonly domain: readonly string[] };

/** Which category has which colour in one namespace. Charts fill it while they draw, so it is held, not state. */
type ColorScope = Colors & { names: ColorAssignment };

const Scope = createContext<ColorScope | null>(null);

/** Charts inside give the same name the same colour: one round a dashboard. A chart alone has a scope of its own. */
export function ColorScopeProvider({ labelColors = noLabels, domain = noDomain, children }: Partial<Colors> & { readonly children: ReactNode }) {
  const scope = useMemo<ColorScope>(() => ({ names: noColors, labelColors, domain }), [labelColors, domain]);
  return <Scope value={scope}>{children}</Scope>;
}

/** `ChartContext.color` of the scope around; colours that the chart itself fixes win. */
export function useColorLookup(mode: ThemeMode, ownColors: Readonly<Record<string, string>>): (scheme: string, name: string) => string {
  const around = useContext(Scope);
  const [own] = useState<ColorScope>(() => ({ names: noColors, labelColors: noLabels, domain: noDomain }));
  const scope = around ?? own;
  return useMemo(() => {
    const labelColors = { ...scope.labelColors, ...ownColors };
    return (scheme: string, name: string) => {
      scope.names = assignColors(scope.names, [name]);
      return colorOf(name, scheme, { mode, assignment: scope.names, labelColors, domain: scope.domain });
    };
  }, [scope, mode, ownColors]);
}

const noLabels: Readonly<Record<string, string>> = {};
const noDomain: readonly string[] = [];
