import type { RemoteMark, TabRecord } from './journal.ts';

/** What the windows of one user tell each other. */
export type TabMessage =
  /** A tab as it is now. `isStored`: the browser has it as well. */
  | { readonly type: 'tab'; readonly record: TabRecord; readonly isStored: boolean }
  | { readonly type: 'closed'; readonly ids: readonly string[] }
  | { readonly type: 'order'; readonly ids: readonly string[] }
  /** What the server has of a tab now. */
  | {
      readonly type: 'mark';
      readonly id: string;
      readonly remoteId: number | null;
      readonly remote: RemoteMark | null;
    }
  /** A window that has just opened: whoever stores nothing tells it of its tabs. */
  | { readonly type: 'hello' };

export type TabChannel = {
  readonly post: (message: TabMessage) => void;
  readonly listen: (hear: (message: TabMessage) => void) => () => void;
};

/** The windows of a user in this browser; without the means for it a window is alone. */
export function openTabChannel(userId: number): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { post: () => undefined, listen: () => () => undefined };
  const channel = new BroadcastChannel(`tessera.sql-editor.${userId}`);
  return {
    post: (message) => channel.postMessage(message),
    listen: (hear) => {
      const onMessage = ({ data }: MessageEvent<TabMessage>) => hear(data);
      channel.addEventListener('message', onMessage);
      return () => {
        channel.removeEventListener('message', onMessage);
        channel.close();
      };
    },
  };
}
