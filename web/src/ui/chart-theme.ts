/** The tokens of tokens.css that a drawing needs, as values; the server draws with the same. A test keeps the two equal. */
export { chartThemes } from '@tessera/viz/shared/theme';
