import { queryOptions, useQuery } from '@tanstack/react-query';
import type { EChartsParts, ViewProps } from '@tessera/viz/define';
import type { AnyModelDrawing, AnyOptionDrawing, AnyViz } from '@tessera/viz/erase';
import type { VizEntry } from '@tessera/viz/entry';
import { plugins } from '@tessera/viz/registry';
import type { ComponentType } from 'react';

/** A chart type with everything that its picture needs. */
export type LoadedViz = {
  readonly viz: AnyViz;
  readonly draw:
    | { readonly kind: 'option'; readonly toOption: AnyOptionDrawing['toOption']; readonly parts: EChartsParts }
    | { readonly kind: 'model'; readonly toModel: AnyModelDrawing['toModel']; readonly View: ComponentType<ViewProps<unknown>> };
};

/** The entry of a chart type, or undefined for a type that this version does not have. */
export function vizEntry(type: string): VizEntry<AnyViz> | undefined {
  return Object.hasOwn(plugins, type) ? (plugins as Readonly<Record<string, VizEntry<AnyViz>>>)[type] : undefined;
}

/** A chart type's name on screen; an unknown one keeps its own. */
export function vizName(type: string): string {
  return vizEntry(type)?.name ?? type;
}

/** Loads the code of a chart type when it is first shown, once. */
export function vizQuery(type: string) {
  return queryOptions({
    queryKey: ['viz', type],
    queryFn: () => loadViz(type),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: 1,
  });
}

export function useViz(type: string) {
  return useQuery({ ...vizQuery(type), enabled: type !== '' });
}

async function loadViz(type: string): Promise<LoadedViz> {
  const entry = vizEntry(type);
  if (!entry) throw new Error(`This chart is of the type "${type}", which is not available here.`);
  const viz = await entry.load();
  const { drawing } = viz;
  if (drawing.kind === 'option') {
    const { echartsParts } = await drawing.parts();
    return { viz, draw: { kind: 'option', toOption: drawing.toOption, parts: echartsParts } };
  }
  const { View } = await drawing.view();
  return { viz, draw: { kind: 'model', toModel: drawing.toModel, View } };
}
