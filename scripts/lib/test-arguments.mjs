/**
 * What `npm test -- …` asks for: nothing is everything; paths are the tests below them, journeys where a path is in
 * `e2e`.
 * @param {readonly string[]} args
 */
export function testArguments(args) {
  const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--thorough');
  if (unknown !== undefined) throw new Error(`npm test does not know ${unknown}: it takes paths and --thorough.`);
  const paths = args.filter((arg) => !arg.startsWith('-')).map((path) => path.replace(/^\.\//, ''));
  const isJourney = (path) => /^e2e(\/|$)/.test(path);
  return {
    isThorough: args.includes('--thorough'),
    isWhole: paths.length === 0,
    unitPaths: paths.filter((path) => !isJourney(path)),
    journeyPaths: paths.filter(isJourney),
  };
}
