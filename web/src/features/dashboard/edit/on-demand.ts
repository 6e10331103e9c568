import { onDemand } from '../../../ui/common/on-demand.tsx';

// Who only looks needs none of it.
export const Palette = onDemand(async () => (await import('./Palette.tsx')).Palette);
export const EditSession = onDemand(async () => (await import('./EditSession.tsx')).EditSession);
export const FrameTools = onDemand(async () => (await import('./FrameTools.tsx')).FrameTools);
export const TabTools = onDemand(async () => (await import('./TabTools.tsx')).TabTools);

/** Fetch the editor ahead, so that it is here whatever the network does later. */
export function preloadEditor(): void {
  for (const part of [Palette, EditSession, FrameTools, TabTools]) part.preload();
}
