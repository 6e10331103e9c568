import { useQueryClient } from '@tanstack/react-query';
import type { RawForm } from '@tessera/core/form-data';
import type { PanelContext } from '@tessera/viz/define';
import { NO_INPUTS } from '@tessera/viz/inputs';
import { useEffect, useRef, useState } from 'react';
import { limits } from '../../api/limits.ts';
import { useColorLookup } from '../../chart/ColorScopeProvider.tsx';
import type { Shown } from '../../chart/use-chart.ts';
import { vizQuery } from '../../chart/use-viz.ts';
import { themeMode, usePreferences } from '../../ui/common/preferences.ts';
import { useEditorStore } from '../editor-context.ts';
import type { EditorStore } from '../editor-store.ts';
import { switchViz } from '../switch-viz.ts';
import { MINI, miniOf } from './mini-pictures.ts';

/** A picture by chart type; null for one that has its usual thumbnail. */
export type Minis = ReadonlyMap<string, string | null>;

const none: Minis = new Map();
/** ms that a picture stands before the small ones follow it: whoever tries settings waits for none of them. */
const REST_MS = 400;
const noNames = {};

/**
 * Small pictures of what is shown as other chart types would draw it: from the rows that are here, one after the other
 * while the page has nothing else to do.
 */
export function useMiniPictures(types: readonly string[], shown: Shown | null, panel: PanelContext): Minis {
  const client = useQueryClient();
  const store = useEditorStore();
  const [minis, setMinis] = useState(none);
  const mode = usePreferences(themeMode);
  const color = useColorLookup('new', mode, noNames);
  const wanted = types.join(' ');
  const hasAny = useRef(false);
  useEffect(() => {
    if (!shown) return;
    let isCurrent = true;
    const draw = async () => {
      if (hasAny.current) await rest();
      const drawn = new Map<string, string | null>();
      for (const type of wanted.split(' ')) {
        await idle();
        if (!isCurrent) return;
        const viz = await client.ensureQueryData(vizQuery(type));
        const form = formFor(store, type, shown, viz, panel);
        const context = shown.loaded.createContext({ ...MINI, mode, color, inputs: NO_INPUTS });
        const picture = form === null ? null : await miniOf(shown, viz, form, context);
        drawn.set(type, picture);
        hasAny.current = true;
        if (isCurrent) setMinis((before) => new Map([...before, [type, picture]]));
      }
      if (isCurrent) setMinis(drawn);
    };
    void draw().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [client, store, wanted, shown, panel, mode, color]);
  return shown ? minis : none;
}

/** The form that the type would be entered with; null where something of it is missing. */
function formFor(
  store: EditorStore,
  type: string,
  shown: Shown,
  viz: Parameters<typeof switchViz>[2],
  panel: PanelContext,
): RawForm | null {
  if (type === shown.loaded.viz.type) return shown.form;
  const { memory, stash } = store.getState();
  const standing = { viz: shown.loaded.viz, form: shown.form, stash };
  const { form } = switchViz(standing, memory, viz, panel);
  return Object.keys(viz.validate(form, panel, { maxRowLimit: limits.maxRows })).length === 0 ? form : null;
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS));
}

function idle(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 500 });
    else setTimeout(resolve, 16);
  });
}
