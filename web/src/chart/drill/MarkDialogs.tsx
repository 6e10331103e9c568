import { onDemand } from '../../ui/common/on-demand.tsx';
import type { AskedOfMark, DrawLevel, MarkHost } from './mark-host.ts';

const DetailDialog = onDemand(async () => (await import('./DetailDialog.tsx')).DetailDialog);
const DrillByDialog = onDemand(async () => (await import('./DrillByDialog.tsx')).DrillByDialog);
const MarkAnnotationDialog = onDemand(async () => (await import('./MarkAnnotationDialog.tsx')).MarkAnnotationDialog);

export type MarkDialogsProps = {
  readonly asked: AskedOfMark;
  readonly host: MarkHost;
  readonly chartId: number | 'new';
  readonly title: string;
  readonly verboseNames: Readonly<Record<string, string>>;
  readonly drawLevel: DrawLevel;
  readonly onClose: () => void;
};

/** What was asked about a mark, over the page. */
export function MarkDialogs({ asked: { kind, question }, host, drawLevel, ...shared }: MarkDialogsProps) {
  const { drill, annotate } = host;
  if (kind === 'annotate')
    return annotate && <MarkAnnotationDialog question={question} host={annotate} onClose={shared.onClose} />;
  if (drill === null) return null;
  return kind === 'detail' ? (
    <DetailDialog question={question} host={drill} {...shared} />
  ) : (
    <DrillByDialog question={question} host={drill} drawLevel={drawLevel} {...shared} />
  );
}
