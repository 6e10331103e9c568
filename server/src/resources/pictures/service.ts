import { createHash } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import type { Translator } from '@tessera/core/messages';
import { LRUCache } from 'lru-cache';
import { bindAll } from '../../bind-all.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { createSemaphore } from '../../engines/admission/semaphore.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import { viewerMark } from '../../render/dashboard-thumbnail-url.ts';
import type { PermalinkState } from '../dashboards/schema.ts';
import { collectAsked, collectCached, type Collected } from './collect.ts';
import type { Needs } from './needs.ts';
import { planOf, pictureSizes, type Asked, type Mode, type Plan, type Subject } from './plan.ts';
import { picturedDashboard, picturedVersion } from './pictured.ts';
import { readOrder, writeOrder } from './orders.ts';
import { sheetRequest } from './sheet-request.ts';
import type { DrawnSheet } from './sheet-thread.ts';

export type DashboardPictures = ReturnType<typeof createDashboardPictures>;

type Context = Needs & {
  readonly images: LRUCache<string, DrawnSheet>;
  /** What is being drawn, so that those who ask for the same wait for one drawing. */
  readonly drawing: Map<string, Promise<DrawnSheet>>;
  readonly collecting: Parameters<typeof collectAsked>[0];
  /** When a picture could not be drawn, by what it shows. */
  readonly failed: LRUCache<string, number>;
  readonly turns: ReturnType<typeof createSemaphore>;
};

/** How far the making of a picture is. */
export type Progress = 'Pending' | 'Computing' | 'Updated' | 'Error';
export type Looked =
  | { readonly kind: 'picture'; readonly sheet: DrawnSheet }
  | { readonly kind: 'making'; readonly progress: Progress }
  /** It cannot be drawn for this reader: nothing on it that they may see and that could be asked. */
  | { readonly kind: 'none' };

const IMAGE_BYTES = 64 * 1024 * 1024;
const REST_MS = 10 * 60_000;
/** Who waits for a picture waits no longer for its questions, and no longer for its drawing. */
const ASKING_MS = 10_000;
const DRAWING_MS = 30_000;

/**
 * Pictures of whole dashboards, each for the one who asks: its charts are answered anew for every look, on the way of
 * every question, and only what is drawn of the same answers is cached. What has to be asked of databases first is
 * asked in a job.
 */
export function createDashboardPictures(needs: Needs) {
  const failedQuestions = new LRUCache<string, number>({ max: 10_000 });
  const context: Context = {
    ...needs,
    images: new LRUCache({
      maxSize: IMAGE_BYTES,
      sizeCalculation: ({ png, pdf }) => png.length + (pdf?.length ?? 0) + 1,
    }),
    drawing: new Map(),
    collecting: { data: needs.data, failed: failedQuestions, now: () => needs.now().getTime() },
    failed: new LRUCache({ max: 1000 }),
    turns: createSemaphore(2),
  };
  return bindAll(context, { thumbnail, order, screenshot, version, ask });
}

/** The digest that the address has now, where it is another one. */
export type Moved = { readonly kind: 'moved'; readonly url: string };

/** The picture of a dashboard for lists and links. @throws AppError not_found for one that the reader may not see */
async function thumbnail(
  context: Context,
  principal: Principal,
  wanted: Asked & { readonly id: number; readonly digest: string },
  client: AbortSignal,
): Promise<Looked | Moved> {
  const subject: Subject = { dashboardId: wanted.id, kind: 'thumbnail', version: null, state: {} };
  const pictured = await picturedDashboard(context, principal, wanted.id);
  if (!pictured.url?.endsWith(`/thumbnail/${wanted.digest}/`)) return { kind: 'moved', url: pictured.url ?? '' };
  return look(context, principal, { subject, plan: await planOf(pictured, 'thumbnail') }, wanted, client);
}

/** The picture of what a dashboard was. @throws AppError not_found, edit_denied */
async function version(
  context: Context,
  principal: Principal,
  wanted: Asked & { readonly key: string; readonly version: number },
  client: AbortSignal,
): Promise<Looked> {
  const pictured = await picturedVersion(context, principal, wanted.key, wanted.version);
  const subject: Subject = { dashboardId: pictured.id, kind: 'thumbnail', version: wanted.version, state: {} };
  return look(context, principal, { subject, plan: await planOf(pictured, 'thumbnail') }, wanted, client);
}

/**
 * Order the picture of a whole dashboard in a state. @returns under which digest it will be, and how far it is
 * @throws AppError not_found
 */
async function order(
  context: Context,
  principal: Principal,
  wanted: { readonly id: number; readonly state: PermalinkState; readonly mode: Mode; readonly force: boolean },
): Promise<{ readonly digest: string; readonly progress: Progress }> {
  const { id, state, mode, force } = wanted;
  const pictured = await picturedDashboard(context, principal, id);
  const digest = await writeOrder(context, principal, { dashboardId: id, version: pictured.version, state, mode });
  const subject: Subject = { dashboardId: id, kind: 'screenshot', version: null, state };
  const plan = await planOf(pictured, 'screenshot', state);
  const { missing } = await collectCached(context.collecting, principal, plan, AbortSignal.timeout(ASKING_MS));
  if (missing.length === 0 && !force) return { digest, progress: 'Updated' };
  if (!hasAccount(principal)) return { digest, progress: 'Pending' };
  const made = await context.jobs.ensure(attemptOf(principal, subject), principal.userId, { ...subject, force });
  return { digest, progress: made };
}

/**
 * A picture that this reader ordered; null while it is made.
 * @throws AppError not_found for what they did not order, or may not see any more
 */
async function screenshot(
  context: Context,
  principal: Principal,
  wanted: { readonly id: number; readonly digest: string; readonly translator: Translator },
  client: AbortSignal,
): Promise<DrawnSheet | null> {
  const pictured = await picturedDashboard(context, principal, wanted.id);
  const found = await readOrder(context, principal, wanted.digest);
  if (found === null || found.dashboardId !== wanted.id) throw new AppError('not_found', {});
  const { state, mode } = found;
  const subject: Subject = { dashboardId: wanted.id, kind: 'screenshot', version: null, state };
  const plan = await planOf(pictured, 'screenshot', state);
  const asked = { mode, translator: wanted.translator };
  const looked = await look(context, principal, { subject, plan }, asked, client);
  if (looked.kind === 'none') throw new AppError('not_found', {});
  return looked.kind === 'picture' ? looked.sheet : null;
}

/** Ask what a picture needs, as its reader; for jobs. @throws AppError not_found */
async function ask(
  context: Context,
  principal: Principal,
  subject: Subject & { readonly force: boolean },
  signal: AbortSignal,
): Promise<void> {
  const { dashboardId, kind, state, force } = subject;
  const pictured =
    subject.version === null
      ? await picturedDashboard(context, principal, dashboardId)
      : await picturedVersion(context, principal, String(dashboardId), subject.version);
  const plan = await planOf(pictured, kind, state);
  const patience = AbortSignal.any([signal, AbortSignal.timeout(DRAWING_MS)]);
  await collectAsked(context.collecting, principal, plan, { signal: patience, force });
}

type Aim = { readonly subject: Subject; readonly plan: Plan };

async function look(
  context: Context,
  principal: Principal,
  { subject, plan }: Aim,
  asked: Asked,
  client: AbortSignal,
): Promise<Looked> {
  if (plan.kind === 'thumbnail' && plan.frames.length === 0) return { kind: 'none' };
  const attempt = attemptOf(principal, subject);
  const patience = AbortSignal.any([client, AbortSignal.timeout(ASKING_MS)]);
  const cached = await collectCached(context.collecting, principal, plan, patience);
  // Nobody's account stands behind a guest, and no job: what is missing is asked while they wait.
  if (cached.missing.length > 0 && hasAccount(principal)) {
    const progress = await context.jobs.ensure(attempt, principal.userId, { ...subject, force: false });
    if (progress === 'Pending' || progress === 'Computing') return { kind: 'making', progress };
  }
  const leave = await context.turns.enter(fairnessKeyOf(principal), client);
  try {
    const collected =
      cached.missing.length === 0
        ? cached
        : await collectAsked(context.collecting, principal, plan, { signal: patience });
    return await drawn(context, principal, plan, collected, asked);
  } catch (error) {
    if (client.aborted) throw error;
    return { kind: 'none' };
  } finally {
    leave();
  }
}

/** A picture without one chart that was answered is none: its dashboard has a drawing that says more. */
async function drawn(
  context: Context,
  principal: Principal,
  plan: Plan,
  { answers }: Collected,
  asked: Asked,
): Promise<Looked> {
  const hasNothing = plan.cards.length > 0 && answers.every((answer) => answer === null);
  if (hasNothing && plan.kind === 'thumbnail') return { kind: 'none' };
  const request = sheetRequest(plan, answers, asked, pictureSizes[plan.kind].scale);
  const { catalogue, ...shown } = request;
  const key = createHash('sha256')
    .update(JSON.stringify([catalogue.locale, shown]))
    .digest('base64');
  const ready = context.images.get(key);
  if (ready) return { kind: 'picture', sheet: ready };
  const { failed } = context;
  const now = context.now().getTime();
  if ((failed.get(key) ?? Number.NEGATIVE_INFINITY) > now - REST_MS) return { kind: 'none' };
  const making =
    context.drawing.get(key) ??
    context
      .draw(request, { signal: AbortSignal.timeout(DRAWING_MS), fairnessKey: fairnessKeyOf(principal) })
      .finally(() => context.drawing.delete(key));
  context.drawing.set(key, making);
  try {
    const sheet = await making;
    context.images.set(key, sheet);
    return { kind: 'picture', sheet };
  } catch (error) {
    failed.set(key, now);
    throw error;
  }
}

/** What one reader waits for. */
function attemptOf(principal: Principal, { dashboardId, kind, version: shown, state }: Subject): string {
  return JSON.stringify([viewerMark(principal), dashboardId, kind, shown, state]);
}
