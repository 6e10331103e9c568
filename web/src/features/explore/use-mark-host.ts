import { useQuery } from '@tanstack/react-query';
import { readAnnotationLayers, type AnnotationLayer } from '@tessera/core/annotations/layer';
import { adhocFiltersOf } from '@tessera/core/filters/adhoc';
import type { AnyViz } from '@tessera/viz/erase';
import { isRecord } from '@tessera/viz/control-kinds/read';
import { useMemo } from 'react';
import { holds, me } from '../../api/me.ts';
import { nowhere, type AnnotateHost, type MarkHost } from '../../chart/drill/mark-host.ts';
import { newDraft, withType } from '../../controls/annotation-draft.ts';
import { useExplore } from './explore-store.ts';
import type { EditedChart } from '../../chart-editor/use-edited-chart.ts';
import type { Session } from '../../chart-editor/use-session.ts';

/** What can be done with a mark of the chart that is explored; without the panels nothing of it is changed. */
export function useMarkHost(
  { viz, applyControl }: Pick<Session, 'viz' | 'applyControl'>,
  { chart, place }: EditedChart,
  isStandalone: boolean,
): MarkHost {
  const user = useQuery(me).data;
  const { refresh } = chart;
  return useMemo(() => {
    if (user === undefined) return nowhere;
    const allowed = (permission: string) => holds(user, permission, 'Tessera');
    return {
      press: 'menu',
      follows: null,
      filters: isStandalone
        ? null
        : {
            has: (control) => viz?.controls[control]?.kind === 'filters',
            change: (control, rewrite) =>
              applyControl(control, rewrite(adhocFiltersOf(useExplore.getState().draft.form[control]))),
          },
      drill: allowed('can_samples')
        ? {
            ...place,
            mayDownload: allowed('can_csv'),
            mayExplore: allowed('can_explore') && !isStandalone,
            onBreakDown: null,
          }
        : null,
      annotate:
        holds(user, 'can_write', 'Annotation') && !isStandalone ? annotateHost(viz, applyControl, refresh) : null,
      comment: null,
    };
  }, [user, viz, applyControl, place, refresh, isStandalone]);
}

function annotateHost(
  viz: AnyViz | null,
  applyControl: Session['applyControl'],
  refresh: (force?: boolean) => void,
): AnnotateHost {
  const showsLayer = viz?.controls['annotation_layers'] !== undefined;
  return {
    showsLayer,
    onMade: (layer) => {
      if (!showsLayer) return;
      const stored = useExplore.getState().draft.form['annotation_layers'];
      const layers = Array.isArray(stored) ? stored.filter(isRecord) : [];
      if (readAnnotationLayers(layers).some((one) => isOf(one, layer.id))) refresh();
      else applyControl('annotation_layers', [...layers, newLayer(layer)]);
    },
  };
}

function isOf({ sourceType, value, show }: AnnotationLayer, id: number): boolean {
  return sourceType === 'NATIVE' && show && String(value) === String(id);
}

function newLayer({ id, name }: { readonly id: number; readonly name: string }): AnnotationLayer {
  return { ...withType(newDraft(), 'EVENT'), sourceType: 'NATIVE', value: id, name };
}
