import { useEffect, useMemo, useRef } from 'react';
import type { ViewProps } from '../../define.ts';
import { SceneView } from '../../scene/SceneView.tsx';
import { MapFrame } from '../../shared/geo/MapFrame.tsx';
import type { Viewport } from '../../shared/geo/mercator.ts';
import { clustersOf } from './clusters.ts';
import type { MapboxModel } from './model.ts';
import { type MapScene, mapboxScene } from './scene.ts';

/** The map in the browser: the scene that the server draws, at the view that the hand chose. */
export function View({ model, context, onEvent, onRendered }: ViewProps<MapboxModel>) {
  const { width, height, tiles = null } = context;
  const size = useMemo(() => ({ width, height }), [width, height]);
  const clusters = useMemo(
    () => clustersOf(model.points, model.clusteringRadius),
    [model.points, model.clusteringRadius],
  );
  useEffect(onRendered, [onRendered, model]);
  const owed = model.wantsTiles && tiles ? tiles.attribution : null;
  const before = useRef<{ readonly view: Viewport; readonly scene: MapScene } | null>(null);
  const sceneAt = (view: Viewport, isMoving: boolean): MapScene => {
    // Without live rendering the points of before move along with the paper.
    const last = before.current;
    if (isMoving && !model.isLive && last) return mapboxScene(model, () => last.scene.spots, view, context, tiles);
    const scene = mapboxScene(model, clusters, view, context, tiles);
    before.current = { view, scene };
    return scene;
  };
  return (
    <MapFrame size={size} label={model.description} initial={model.view} owed={owed}>
      {(view, isMoving, go) => {
        const scene = sceneAt(view, isMoving);
        const onMark = (kind: 'click' | 'menu' | 'hover', key: string | null, event: MouseEvent) => {
          const cluster = key?.startsWith('c') === true ? scene.spots[Number(key.slice(1))] : undefined;
          if (kind === 'click' && cluster)
            return go({
              longitude: cluster.longitude,
              latitude: cluster.latitude,
              zoom: Math.max(view.zoom + 1, cluster.splitsAt ?? 0),
            });
          const mark = model.marks.find((one) => one.key === key) ?? null;
          if (kind === 'hover') return onEvent({ kind: 'hover', mark });
          if (!mark) return;
          event.preventDefault();
          onEvent({ kind: 'menu', mark }, { x: event.clientX, y: event.clientY });
        };
        return <SceneView scene={scene} onMark={onMark} />;
      }}
    </MapFrame>
  );
}
