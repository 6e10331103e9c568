import { onDemand } from '../../../ui/common/on-demand.tsx';

// Who only looks needs none of it.
export const Palette = onDemand(async () => (await import('./Palette.tsx')).Palette);
export const EditSession = onDemand(async () => (await import('./EditSession.tsx')).EditSession);
export const EditorsHere = onDemand(async () => (await import('../drafts/EditorsHere.tsx')).EditorsHere);
export const EditActions = onDemand(async () => (await import('./HeaderParts.tsx')).EditActions);
export const TitleInput = onDemand(async () => (await import('./HeaderParts.tsx')).TitleInput);
export const FrameTools = onDemand(async () => (await import('./FrameTools.tsx')).FrameTools);
export const TabTools = onDemand(async () => (await import('./TabTools.tsx')).TabTools);
export const TabDrag = onDemand(async () => (await import('./TabDrag.tsx')).TabDrag);
export const EditedText = onDemand(async () => (await import('./EditedText.tsx')).EditedText);
export const EditedHeader = onDemand(
  async () => (await import('./EditedHeader.tsx')).EditedHeader,
  ({ component }) => component.meta.text ?? '',
);

/** Fetch the editor ahead, so that it is here whatever the network does later. */
export function preloadEditor(): void {
  const parts = [
    Palette,
    EditSession,
    EditActions,
    TitleInput,
    FrameTools,
    TabTools,
    TabDrag,
    EditedText,
    EditedHeader,
  ];
  for (const part of parts) part.preload();
}
