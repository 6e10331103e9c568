import { tMarked } from '@tessera/core/messages';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import type { EChartsParts, ViewProps } from '@tessera/viz/define';
import type { AnyModelDrawing, AnyOptionDrawing, AnySceneDrawing, AnyViz } from '@tessera/viz/erase';
import type { VizEntry } from '@tessera/viz/entry';
import { plugins } from '@tessera/viz/registry';
import type { SceneView } from '@tessera/viz/scene/SceneView';
import type { createChartContext } from '@tessera/viz/shared/context';
import type { ComponentType } from 'react';
import type { EChartProps } from './EChart.tsx';

/** A chart type with everything that its picture needs. */
export type LoadedViz = {
  readonly viz: AnyViz;
  /** Formats of numbers and times come with the first picture: a page without charts needs none. */
  readonly createContext: typeof createChartContext;
  readonly draw:
    | {
        readonly kind: 'option';
        readonly toOption: AnyOptionDrawing['toOption'];
        readonly parts: EChartsParts;
        readonly Canvas: ComponentType<EChartProps>;
      }
    | {
        readonly kind: 'model';
        readonly toModel: AnyModelDrawing['toModel'];
        readonly View: ComponentType<ViewProps<unknown>>;
      }
    | {
        readonly kind: 'scene';
        readonly toScene: AnySceneDrawing['toScene'];
        readonly View: typeof SceneView;
      };
};

/** The entry of a chart type, or undefined for a type that this version does not have. */
export function vizEntry(type: string): VizEntry<AnyViz> | undefined {
  return Object.hasOwn(plugins, type) ? (plugins as Readonly<Record<string, VizEntry<AnyViz>>>)[type] : undefined;
}

/** A chart type's name on screen; an unknown one keeps its own. */
export function vizName(type: string): string {
  return tMarked(vizEntry(type)?.name ?? type);
}

/** Code comes once and stays. */
const forGood = { staleTime: Number.POSITIVE_INFINITY, gcTime: Number.POSITIVE_INFINITY, retry: 1 } as const;

/** What a chart type asks and how it is described: enough to query, long before its picture can be drawn. */
export function vizQuery(type: string) {
  return queryOptions({ queryKey: ['viz', type], queryFn: () => loadViz(type), ...forGood });
}

/** A chart type with everything that its picture needs. */
export function loadedVizQuery(type: string) {
  return queryOptions({ queryKey: ['viz', type, 'drawing'], queryFn: () => loadDrawing(type), ...forGood });
}

/** The same without the drawing library, for a chart that shows the picture that came with its page. */
export function stillVizQuery(type: string) {
  return queryOptions({ queryKey: ['viz', type, 'still'], queryFn: () => loadDrawing(type, true), ...forGood });
}

export function useVizDefinition(type: string) {
  return useQuery({ ...vizQuery(type), enabled: type !== '' });
}

/**
 * Load what chart types ask that will be shown in a moment, all at once. A type that cannot be loaded says so in its
 * chart.
 */
export async function prefetchDefinitions(client: QueryClient, types: Iterable<string>): Promise<void> {
  await Promise.all([...new Set(types)].map((type) => client.prefetchQuery(vizQuery(type))));
}

function loadViz(type: string): Promise<AnyViz> {
  const entry = vizEntry(type);
  if (!entry) return Promise.reject(new Error(`This chart is of the type "${type}", which is not available here.`));
  return entry.load();
}

async function loadDrawing(type: string, isStill = false): Promise<LoadedViz> {
  const [viz, { createChartContext: createContext }] = await Promise.all([
    loadViz(type),
    import('@tessera/viz/shared/context'),
  ]);
  return { viz, createContext, draw: await (isStill ? loadStill(viz.drawing) : loadDraw(viz.drawing)) };
}

/** What a library draws waits; what the page draws itself is as quick as its picture. */
async function loadStill(drawing: AnyViz['drawing']): Promise<LoadedViz['draw']> {
  if (drawing.kind !== 'option') return loadDraw(drawing);
  const { StillCanvas } = await import('./still/StillCanvas.tsx');
  return { kind: 'option', toOption: drawing.toOption, parts: [], Canvas: StillCanvas };
}

async function loadDraw(drawing: AnyViz['drawing']): Promise<LoadedViz['draw']> {
  if (drawing.kind === 'option') {
    // The canvas comes beside the parts, so that it is here when the data is; a lazy component would show itself a
    // third of a second late, for that long React holds back what was suspended.
    const [{ echartsParts }, { EChart }] = await Promise.all([drawing.parts(), import('./EChart.tsx')]);
    return { kind: 'option', toOption: drawing.toOption, parts: echartsParts, Canvas: EChart };
  }
  if (drawing.kind === 'scene') {
    const { SceneView } = await import('@tessera/viz/scene/SceneView');
    return { kind: 'scene', toScene: drawing.toScene, View: SceneView };
  }
  const { View } = await drawing.view();
  return { kind: 'model', toModel: drawing.toModel, View };
}
