import { createHash } from 'node:crypto';
import type { Principal } from '../../principal.ts';
import { viewerMark } from '../../render/dashboard-thumbnail-url.ts';
import type { PermalinkState } from '../dashboards/schema.ts';
import { parseObject } from '../json-text.ts';
import { canonicalJson } from '../key-value/keys.ts';
import type { Mode } from './plan.ts';
import type { Needs } from './needs.ts';

/** A picture of a dashboard in a state, as it was ordered. */
type Order = {
  readonly dashboardId: number;
  readonly version: number;
  readonly state: PermalinkState;
  readonly mode: Mode;
};

type Source = Pick<Needs, 'store' | 'now'>;

const HOURS = 24;

/** Note an order. @returns its digest: the same order of the same reader has the same */
export async function writeOrder({ store, now }: Source, principal: Principal, order: Order): Promise<string> {
  const digest = createHash('sha256')
    .update(canonicalJson([viewerMark(principal), order]))
    .digest('hex')
    .slice(0, 32);
  const expires = new Date(now().getTime() + HOURS * 3_600_000);
  const value = canonicalJson({ ...order, viewer: viewerMark(principal) });
  await store.write('dashboard_screenshot', digest, value, principal.userId, now(), expires);
  return digest;
}

/** What was ordered under a digest, by this reader with the rights that they have now; else null. */
export async function readOrder({ store, now }: Source, principal: Principal, digest: string): Promise<Order | null> {
  const entry = await store.read('dashboard_screenshot', digest, now());
  const { viewer, dashboardId, version, state, mode } = parseObject(entry?.value ?? null);
  if (viewer !== viewerMark(principal)) return null;
  if (typeof dashboardId !== 'number' || typeof version !== 'number' || typeof state !== 'object') return null;
  // It was valid when it was written.
  return { dashboardId, version, state: state ?? {}, mode: mode === 'dark' ? 'dark' : 'light' };
}
