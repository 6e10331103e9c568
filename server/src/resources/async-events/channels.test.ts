import { expect, test } from 'vitest';
import { anonymous, type User } from '../../principal.ts';
import { createChannels } from './channels.ts';

const ana: User = { ...anonymous, kind: 'user', userId: 5, username: 'ana', grants: new Set(['can_read Chart']) };
const program = { headers: { authorization: 'Bearer ana' } };

/** Channels of one user, whose password changes with `state.epoch`. */
function channelsOfAna() {
  const state = { epoch: 1 };
  const channels = createChannels({
    key: new Uint8Array(32).fill(7),
    sessions: { findByHash: async () => null },
    principals: { find: async (id) => (id === 5 ? { principal: ana, epoch: state.epoch } : null) },
    authenticate: async () => ({ principal: ana }),
  });
  return { state, channels };
}

test('[attack 46] the channel of programs ends with the password: sockets on it, and the cookie for it', async () => {
  const { state, channels } = channelsOfAna();
  const channel = await channels.ofSocket(program);
  const cookie = { headers: { cookie: `async-token=${await channels.tokenOf(channel)}` } };
  expect([
    await channels.isOpen(channel),
    (await channels.ofSocket(cookie)).name,
    (await channels.ofRequest(ana, program))?.name,
  ]).toEqual([true, channel.name, channel.name]);
  state.epoch = 2;
  expect(await channels.isOpen(channel)).toBe(false);
  await expect(channels.ofSocket(cookie)).rejects.toMatchObject({ code: 'not_authenticated' });
  await expect(channels.ofListener(ana, cookie)).rejects.toMatchObject({ code: 'not_authenticated' });
  // Whoever signs in anew listens elsewhere.
  const later = await channels.ofListener(ana, program);
  expect([later.name === channel.name, await channels.isOpen(later)]).toEqual([false, true]);
});
