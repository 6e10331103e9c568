import type { Settings } from '../config.ts';
import type { Env } from '../environment.ts';

export type CommandContext = {
  readonly args: readonly string[];
  readonly settings: Settings;
  readonly env: Env;
  readonly cwd: string;
  readonly now: () => Date;
  readonly say: (line: string) => void;
};
export type Command = (context: CommandContext) => Promise<void>;

/** Something that the user at the keyboard can mend; its text is all they see. */
export class UsageError extends Error {}

/**
 * Split arguments into `--name value` options, `--name` switches and the rest.
 * @throws UsageError for a name that the
 * command does not know, and for more than it takes
 */
export function readArgs(
  args: readonly string[],
  known: {
    readonly options: readonly string[];
    readonly switches: readonly string[];
    /** How many come without a name. */ readonly rest: number;
  },
): {
  readonly options: Readonly<Record<string, string>>;
  readonly switches: ReadonlySet<string>;
  readonly rest: readonly string[];
} {
  const options: Record<string, string> = {};
  const switches = new Set<string>();
  const rest: string[] = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = args[at] ?? '';
    const name = arg.replace(/^--/, '');
    if (!arg.startsWith('--')) {
      rest.push(arg);
    } else if (known.switches.includes(name)) {
      switches.add(name);
    } else if (known.options.includes(name) && args[at + 1] !== undefined) {
      options[name] = args[at + 1] ?? '';
      at += 1;
    } else {
      throw new UsageError(
        `${arg} is not known here, or lacks its value. Known: ` +
          `${[...known.options, ...known.switches].map((option) => `--${option}`).join(', ') || 'none'}`,
      );
    }
  }
  const more = rest[known.rest];
  if (more !== undefined)
    throw new UsageError(`"${more}" is one argument more than this command takes. What holds blanks stands in quotes.`);
  return { options, switches, rest };
}
