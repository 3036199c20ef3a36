/** What a stand-in does to a call in place of answering it, for tests. */
export type Fault =
  | {
      /** An error by its name in the service's model. */
      readonly error: string;
      readonly message?: string;
      /** The service's own for that name, or 400. */
      readonly status?: number;
      readonly times?: number;
    }
  | { readonly hang: true; readonly times?: number }
  | { readonly drop: true; readonly times?: number };

export interface Faults {
  /** The next `times` calls (one, unless it says so) meet this fault; faults queue up. */
  fail(fault: Fault): void;
  take(): Fault | undefined;
}

export const createFaults = (): Faults => {
  const waiting: Fault[] = [];
  return {
    fail: (fault) => {
      waiting.push(...Array.from({ length: fault.times ?? 1 }, () => fault));
    },
    take: () => waiting.shift(),
  };
};
