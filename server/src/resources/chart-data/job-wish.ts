import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Static } from 'typebox';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Channels } from '../async-events/channels.ts';
import type { JobBody } from '../async-events/schema.ts';
import { giveToken } from '../async-events/token-cookie.ts';

/** Chart data as jobs. */
export type AsyncNeeds = {
  readonly jobs: Pick<Jobs, 'submit' | 'find'>;
  readonly channels: Channels;
  /** Every request, not only those that say `Prefer: respond-async`. */
  readonly isDefault: boolean;
  readonly isAlwaysSecure: boolean;
};

/** Queues a job; what comes back tells the caller of it. */
export type SubmitJob = (kind: string, payload: string) => Promise<StartedJob>;
type StartedJob = Static<typeof JobBody>;

/**
 * How to answer with a job (202) where the flag or the caller wants one and the caller can hear of its end; else
 * `null`. An answer with a job carries the cookie with which events are listened to.
 */
export async function jobWish(
  request: FastifyRequest,
  reply: FastifyReply,
  { jobs, channels, isDefault, isAlwaysSecure }: AsyncNeeds,
) {
  const isWished = [request.headers['prefer']]
    .flat()
    .some((wish) => wish?.split(',').some((part) => part.trim().toLowerCase() === 'respond-async'));
  const channel = isDefault || isWished ? await channels.ofRequest(request.principal, request) : null;
  if (!channel) return null;
  const listen = () => giveToken(request, reply, channel, channels, isAlwaysSecure);
  const submit: SubmitJob = async (kind, payload) => ({
    channel_id: channel.name,
    job_id: await jobs.submit({ kind, payload, user_id: channel.userId, channel: channel.name }),
    user_id: channel.userId,
    status: 'pending' as const,
    errors: [],
    result_url: null,
  });
  return {
    listen,
    submit,
    /** The whole answer is one job. */
    answer: async (kind: string, payload: string) => {
      const started = await submit(kind, payload);
      await listen();
      return reply.code(202).send(started);
    },
  };
}
