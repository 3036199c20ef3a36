/** What a double does to a call in place of answering it well. */
export type Effect =
  /** An error by its name in the service's model; its status is the service's own for that name, or 400. */
  | {
      readonly error: string;
      readonly message?: string;
      readonly status?: number;
      /** Seconds, as the header Retry-After. */
      readonly retryAfter?: number;
    }
  /** An answer of anything but the service: a proxy's page, a document that is none. */
  | { readonly reply: string; readonly status?: number; readonly contentType?: string }
  /** An answer of this status whose body has no end, as fast as it is taken. */
  | { readonly endless: number }
  /** These bytes in place of an HTTP response; the connection stays open. */
  | { readonly raw: string }
  /** No answer, ever. */
  | { readonly hang: true }
  /** The connection ends before an answer. */
  | { readonly drop: true }
  /** The right answer, so many milliseconds late; the service has done what it was asked by then. */
  | { readonly delay: number }
  /** The right headers and so many bytes of the body; then the connection ends. */
  | { readonly cut: number }
  /** The right headers and so many bytes of the body; then nothing. */
  | { readonly stall: number }
  /** The right answer, its body in pieces of so many bytes, `every` so many milliseconds. */
  | { readonly drip: number; readonly every: number };

export type Fault = Effect & {
  /** Only calls that have this text in what is said of them: method and path, or operation, then the request's body. */
  readonly on?: string;
  /** How many such calls meet it: one, unless it says so; `Infinity` until it is mended. */
  readonly times?: number;
};

export interface Faults {
  /** The next calls that it is about meet this fault; faults queue up. */
  fail(fault: Fault): void;
  /** Forgets all faults that wait. */
  clearFaults(): void;
  /** The fault that a call meets. */
  take(call: string): Fault | undefined;
}

interface Waiting {
  readonly fault: Fault;
  left: number;
}

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
      const found = waiting.find(({ fault: { on = '' } }) => call.includes(on));
      if (!found) return undefined;
      found.left -= 1;
      waiting = waiting.filter(({ left }) => left > 0);
      return found.fault;
    },
  };
};
