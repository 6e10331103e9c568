import { tn } from '@tessera/core/messages';
import { useEffect, useMemo, useRef } from 'react';
import type { ViewProps } from '../../define.ts';
import { SceneView } from '../../scene/SceneView.tsx';
import { MapFrame } from '../../shared/geo/MapFrame.tsx';
import type { MapStop } from '../../shared/geo/map-stops.ts';
import type { Viewport } from '../../shared/geo/mercator.ts';
import { clustersOf, type Spot } from './clusters.ts';
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
    <MapFrame
      size={size}
      label={model.description}
      initial={model.view}
      owed={owed}
      stopsAt={(view) => stopsOf(clusters(view, size), model)}
      onStop={({ key }, at, go) => {
        const mark = model.marks.find((one) => one.key === key);
        if (mark) return onEvent({ kind: 'menu', mark }, at);
        go((view) => {
          const cluster = clusterOf(clusters(view, size), key);
          return cluster ? splitting(cluster, view) : view;
        });
      }}
    >
      {(view, isMoving, go) => {
        const scene = sceneAt(view, isMoving);
        const onMark = (kind: 'click' | 'menu' | 'hover', key: string | null, event: MouseEvent) => {
          const cluster = key === null ? undefined : clusterOf(scene.spots, key);
          if (kind === 'click' && cluster) return go(splitting(cluster, view));
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

/** What the keyboard reaches: points by what they are, clusters by how many they hold. */
function stopsOf(spots: readonly Spot[], { marks }: MapboxModel): readonly MapStop[] {
  const names = new Map(marks.map(({ key, name }) => [key, name]));
  return spots.map(({ longitude, latitude, count, point }, at) => {
    const key = point ? `p${point.row}` : `c${at}`;
    const name = names.get(key) ?? tn('1 point', '%(count)s points', count);
    return { key, name, longitude, latitude };
  });
}

function clusterOf(spots: readonly Spot[], key: string): Spot | undefined {
  return key.startsWith('c') ? spots[Number(key.slice(1))] : undefined;
}

/** The view in which a cluster falls apart. */
function splitting({ longitude, latitude, splitsAt }: Spot, { zoom }: Viewport): Viewport {
  return { longitude, latitude, zoom: Math.max(zoom + 1, splitsAt ?? 0) };
}
