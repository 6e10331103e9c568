type Bound<Needs, Functions> = {
  readonly [Name in keyof Functions]: Functions[Name] extends (needs: Needs, ...given: infer Given) => infer Result
    ? (...given: Given) => Result
    : never;
};

/**
 * The functions with their first argument given: a service, store or pool as its callers see it. The functions stand
 * alone at the top of their files, so that each is read and moved by itself; this joins them.
 */
export function bindAll<Needs, Functions extends Record<string, (needs: Needs, ...given: never[]) => unknown>>(
  needs: Needs,
  functions: Functions,
): Bound<Needs, Functions> {
  const bound = Object.entries(functions).map(([name, each]) => [name, (...given: never[]) => each(needs, ...given)]);
  return Object.fromEntries(bound) as Bound<Needs, Functions>;
}
