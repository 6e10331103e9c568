import { translate, type Catalogue } from '@tessera/core/messages';
import { vizEntryOf } from '@tessera/viz/registry';
import { packError, type ThreadError } from '../../engines/process/thread-error.ts';
import { readStill, type AnsweredStill } from '../../render/read-still.ts';
import { renderStills, type DrawnStill, type StillSet } from '../../render/render-stills.ts';

/** What crosses to the thread that draws: nothing in it is a function. */
export type StillsRequest = Pick<StillSet, 'mode' | 'colors'> & {
  readonly stills: readonly AnsweredStill[];
  /** Chart types whose code is loaded with the others. */
  readonly types: readonly string[];
  readonly catalogue: Catalogue;
  readonly locale: string;
};
export type StillsReply = { readonly type: 'done'; readonly drawn: readonly (DrawnStill | null)[] } | ThreadError;

/** Pictures of more characters would hold up the page that they are for. */
const MAX_SVG = 300_000;

/** The charts of a dashboard as SVG; errors are a part of the reply, as they have to leave a thread. */
export async function drawStills({ stills, types, catalogue, locale, ...shared }: StillsRequest): Promise<StillsReply> {
  try {
    const ahead = Promise.all(types.map(loadType));
    if (stills.length === 0) await ahead;
    const drawn = await renderStills({
      ...shared,
      stills: stills.map(readStill),
      translator: translate(catalogue, locale),
    });
    return { type: 'done', drawn: drawn.map((one) => (one && one.svg.length > MAX_SVG ? null : one)) };
  } catch (error) {
    return packError(error);
  }
}

/** A type that this version does not have is no fault of a picture. */
async function loadType(type: string): Promise<void> {
  const viz = await vizEntryOf(type)
    ?.load()
    .catch(() => undefined);
  if (viz?.drawing.kind === 'option') await viz.drawing.parts().catch(() => undefined);
}
