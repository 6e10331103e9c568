/** The part of the statistics library that tests compare with. */
declare module 'jstat' {
  const jstat: {
    readonly studentt: { readonly cdf: (t: number, freedom: number) => number };
  };
  export default jstat;
}
