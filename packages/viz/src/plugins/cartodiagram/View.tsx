import { useEffect, useMemo } from 'react';
import type { ViewProps } from '../../define.ts';
import type { MapStop } from '../../shared/geo/map-stops.ts';
import { SceneView } from '../../scene/SceneView.tsx';
import { MapFrame } from '../../shared/geo/MapFrame.tsx';
import type { CartodiagramModel } from './model.ts';
import { cartodiagramScene } from './scene.ts';

/** The map in the browser: the scene that the server draws, at the view that the hand chose. */
export function View({ model, context, onEvent, onRendered }: ViewProps<CartodiagramModel>) {
  const { width, height, tiles = null } = context;
  const size = useMemo(() => ({ width, height }), [width, height]);
  useEffect(onRendered, [onRendered, model]);
  const stops = useMemo(() => stopsOf(model), [model]);
  const onMark = (kind: 'click' | 'menu' | 'hover', key: string | null, event: MouseEvent) => {
    const mark = model.marks.find((one) => one.key === key) ?? null;
    if (kind === 'hover') return onEvent({ kind: 'hover', mark });
    if (!mark) return;
    event.preventDefault();
    onEvent({ kind: 'menu', mark }, { x: event.clientX, y: event.clientY });
  };
  return (
    <MapFrame
      size={size}
      label={model.description}
      initial={model.view}
      owed={model.wantsTiles && tiles ? tiles.attribution : null}
      stopsAt={() => stops}
      onStop={({ key }, at) => {
        const mark = model.marks.find((one) => one.key === key);
        if (mark) onEvent({ kind: 'menu', mark }, at);
      }}
    >
      {(view) => <SceneView scene={cartodiagramScene(model, view, context, tiles)} onMark={onMark} />}
    </MapFrame>
  );
}

/** Each place with its small chart. */
function stopsOf({ places, marks }: CartodiagramModel): readonly MapStop[] {
  return places.map(({ longitude, latitude }, at) => {
    const key = `p${at}`;
    return { key, name: marks.find((one) => one.key === key)?.name ?? '', longitude, latitude };
  });
}
