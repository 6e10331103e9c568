import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { favoriteStatus, myFavorites, setFavorite } from './favorites.ts';

afterEach(() => vi.unstubAllGlobals());

test('[7.3-02] [7.4-07] a star shows at once everywhere, and goes back when the server refuses', async () => {
  const client = new QueryClient();
  const one = favoriteStatus('chart', [7]).queryKey;
  const mine = myFavorites('chart').queryKey;
  client.setQueryData(one, new Set<number>());
  client.setQueryData(mine, new Set([3]));
  const stars = () => [client.getQueryData(one), client.getQueryData(mine)];

  vi.stubGlobal('fetch', async (address: string) =>
    address.includes('csrf')
      ? new Response('{"result":"t"}')
      : new Response('{"message":"Not found"}', { status: 404 }),
  );
  const refused = setFavorite(client, 'chart', 7, true);
  expect(stars()).toEqual([new Set([7]), new Set([3, 7])]);
  await expect(refused).rejects.toThrow('Not found');
  expect(stars()).toEqual([new Set(), new Set([3])]);
});
