import { fileURLToPath } from 'node:url';

/** Root of the repository, with a trailing slash left out. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
