import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Channels } from '../async-events/channels.ts';
import { giveToken } from '../async-events/token-cookie.ts';

/** Chart data as jobs. */
export type AsyncNeeds = {
  readonly jobs: Pick<Jobs, 'submit' | 'find'>;
  readonly channels: Channels;
  /** Every request, not only those that say `Prefer: respond-async`. */
  readonly isDefault: boolean;
  readonly isAlwaysSecure: boolean;
};

/**
 * How to answer with a job (202) where the flag or the caller wants one and the caller can hear of its end; else
 * `null`.
 * The answer carries the cookie with which events are listened to.
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
  return async (kind: string, payload: string) => {
    const job_id = await jobs.submit({ kind, payload, user_id: channel.userId, channel: channel.name });
    await giveToken(request, reply, channel, channels, isAlwaysSecure);
    return reply.code(202).send({
      channel_id: channel.name,
      job_id,
      user_id: channel.userId,
      status: 'pending' as const,
      errors: [],
      result_url: null,
    });
  };
}
