/** Work by key: what one looks at before it writes, the next one finds written. */
export type OneByOne = <T>(key: string | number, work: () => Promise<T>) => Promise<T>;

/** Lets the work of one key begin when that before has ended, however it ended. Of this server alone. */
export function createOneByOne(): OneByOne {
  const last = new Map<string | number, Promise<unknown>>();
  return (key, work) => {
    const before = last.get(key);
    const mine = before ? before.then(work) : work();
    const ended = mine.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, ended);
    void ended.then(() => {
      if (last.get(key) === ended) last.delete(key);
    });
    return mine;
  };
}
