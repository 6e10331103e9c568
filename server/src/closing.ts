/**
 * The same generator, which also ends what it reads. One that nobody began to read would leave that open, whatever
 * stands in its `finally`.
 */
export function closing<T>(read: AsyncGenerator<T, void>, close: () => Promise<unknown>): AsyncGenerator<T, void> {
  const ended = async (last: Promise<IteratorResult<T, void>>): Promise<IteratorResult<T, void>> => {
    try {
      return await last;
    } finally {
      await close();
    }
  };
  return {
    next: () => read.next(),
    return: () => ended(read.return(undefined)),
    throw: (error: unknown) => ended(read.throw(error)),
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
