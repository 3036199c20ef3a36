export interface QueryFault {
  /** Milliseconds in the state QUEUED, and then in the state RUNNING. */
  readonly queue?: number;
  readonly run?: number;
  readonly state?: 'FAILED' | 'CANCELLED';
  readonly reason?: string;
  /** True if Athena says that another attempt may succeed. */
  readonly retryable?: boolean;
  readonly errorType?: number;
  readonly expired?: boolean;
}

export type Effect =
  /** An error, by its name in the service's model. The default status is the service's status for this error, or 400. */
  | {
      readonly error: string;
      readonly message?: string;
      readonly status?: number;
      /** Seconds, for the header Retry-After. */
      readonly retryAfter?: number;
    }
  /** A response that does not come from the service, such as a proxy's error page or a malformed document. */
  | { readonly reply: string; readonly status?: number; readonly contentType?: string }
  /** A response with this status and an endless body, sent as fast as the client reads it. */
  | { readonly endless: number }
  /** The given bytes instead of an HTTP response; the connection stays open. */
  | { readonly raw: string }
  /** No response at all; the connection stays open. */
  | { readonly hang: true }
  | { readonly drop: true }
  /** The normal response, delayed by this many milliseconds. The service does its work without delay. */
  | { readonly delay: number }
  /** The normal headers and this many bytes of the body; then the connection closes. */
  | { readonly cut: number }
  /** The normal headers and this many bytes of the body; then the connection stays open without data. */
  | { readonly stall: number }
  /** The normal response in pieces of `drip` bytes, with `every` milliseconds between them. */
  | { readonly drip: number; readonly every: number }
  /** The normal response of Athena to StartQueryExecution; the query then behaves like this. */
  | { readonly query: QueryFault };

export type Fault = Effect & {
  /** Limits the fault to calls that contain this text in `<method> <path> <body>` or `<operation> <body>`. */
  readonly on?: string;
  /** The number of calls that fail; 1 by default. `Infinity` lasts until the faults are cleared. */
  readonly times?: number;
};

export interface Faults {
  fail(fault: Fault): void;
  clearFaults(): void;
  take(call: string): Fault | undefined;
}

interface Waiting {
  readonly fault: Fault;
  left: number;
}

/**
 * Returns the text that a call must contain to get a fault. A fault of a query applies only to the call that starts the
 * query.
 */
const textOf = (fault: Fault): string => fault.on ?? ('query' in fault ? 'StartQueryExecution' : '');

export const createFaults = (): Faults => {
  let waiting: readonly Waiting[] = [];
  return {
    fail: (fault) => {
      waiting = [...waiting, { fault, left: fault.times ?? 1 }];
    },
    clearFaults: () => {
      waiting = [];
    },
    take: (call) => {
      const found = waiting.find(({ fault }) => call.includes(textOf(fault)));
      if (!found) return undefined;
      found.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return found.fault;
    },
  };
};
