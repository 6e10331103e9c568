type Terminal = { readonly isTTY?: boolean; readonly columns?: number; readonly write: (text: string) => unknown };

/**
 * What goes on during a start, as a user reads it: on a terminal each line takes the place of the one before,
 * elsewhere (a file, a service manager) each is a line of its own. `end` leaves the last one standing.
 */
export function createProgress(out: Terminal): { readonly show: (line: string) => void; readonly end: () => void } {
  let isOpen = false;
  return {
    show: (line) => {
      if (!out.isTTY) return void out.write(`${line}\n`);
      // A line that wraps could not be taken back.
      const width = (out.columns ?? 80) - 1;
      out.write(`\r\u001b[K${line.length > width ? `${line.slice(0, width - 1)}…` : line}`);
      isOpen = true;
    },
    end: () => {
      if (isOpen) out.write('\n');
      isOpen = false;
    },
  };
}
