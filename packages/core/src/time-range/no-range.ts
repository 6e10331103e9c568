import { msg } from '../messages.ts';

/** The range that leaves no time out ([5.0-16]). */
export const NO_TIME_RANGE = msg('No filter');
