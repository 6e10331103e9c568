/** One handler of an event for two: what an element does by itself, then what is put around it. */
export function both<E>(own: ((event: E) => void) | undefined, added: (event: E) => void): (event: E) => void {
  return (event) => {
    own?.(event);
    added(event);
  };
}
