/**
 * One call at a time. Those who wait take turns by owner: what one of them asks for beside it waits behind one call of
 * each of the others.
 *
 * @param ownerOf  whose call it is
 */
export function takeTurns<Request, Reply>(run: (request: Request) => Promise<Reply>, ownerOf: (request: Request) => unknown): (request: Request) => Promise<Reply> {
  /** In the order of their turns; a queue in it is never empty. */
  const queues = new Map<unknown, (() => Promise<void>)[]>();
  let isBusy = false;

  async function work(): Promise<void> {
    if (isBusy) return;
    isBusy = true;
    for (let [turn] = queues; turn !== undefined; [turn] = queues) {
      const [owner, queue] = turn;
      const call = queue.shift();
      // Who has more to ask stands behind all others.
      queues.delete(owner);
      if (queue.length > 0) queues.set(owner, queue);
      await call?.();
    }
    isBusy = false;
  }

  return (request) => new Promise<Reply>((resolve, reject) => {
    const owner = ownerOf(request);
    const call = (): Promise<void> => run(request).then(resolve, reject);
    const queue = queues.get(owner);
    if (queue) queue.push(call);
    else queues.set(owner, [call]);
    void work();
  });
}
