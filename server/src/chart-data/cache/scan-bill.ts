import type { Table } from '@tessera/core/table';
import type { ScanQuery } from './scan-query.ts';

export type ScanBill = {
  readonly members: readonly ScanQuery[];
  /** Each user pays for the rows of their own queries, and for the part of the time that these are of all. */
  readonly settle: (tables: readonly Table[]) => void;
};

/**
 * Begin a shared scan charged to every user who requested it. A user without quota is refused and does not join.
 */
export async function openBill(crowd: readonly ScanQuery[]): Promise<ScanBill> {
  const users = await Promise.all(
    [...new Set(crowd.map(({ options }) => options.fairnessKey))].map(async (fairnessKey) => {
      const own = crowd.filter(({ options }) => options.fairnessKey === fairnessKey);
      try {
        const [first] = own;
        return { own, begun: await first?.account?.begin(first.options.timeoutMs) };
      } catch (error) {
        for (const one of own) one.reject(error);
        return { own: [], begun: undefined };
      }
    }),
  );
  const members = crowd.filter((one) => users.some(({ own }) => own.includes(one)));
  return {
    members,
    settle: (tables) => {
      const rowCountOf = (one: ScanQuery) => tables[members.indexOf(one)]?.rowCount ?? 0;
      for (const { own, begun } of users) {
        begun?.read(own.reduce((sum, one) => sum + rowCountOf(one), 0));
        begun?.end(own.length / members.length);
      }
    },
  };
}
