export interface EndpointUse {
  /** Includes refused and failed requests. */
  readonly calls: number;
  /** Status 400 to 499. */
  readonly refused: number;
  /** Status 500 or above. */
  readonly failed: number;
  readonly failedBytes: number;
  readonly sourceReads: number;
  readonly coldCalls: number;
  /** All bodies, without headers. */
  readonly bytes: number;
  readonly billedMs: number;
  /** The lines of the function and of the gateway, with their line breaks. */
  readonly logBytes: number;
  readonly gatewayCalls: number;
  /** Bodies in the gateway's lines, which also count what the gateway answered itself. */
  readonly gatewayBytes: number;
}

/** Requests of one address to one endpoint. */
export interface Rhythm {
  readonly endpoint: string;
  readonly address: string;
  readonly calls: number;
  /** How often each time between two requests occurred. Times are in milliseconds, rounded to tenths of a second. */
  readonly gaps: ReadonlyMap<number, number>;
}

export interface Metered {
  /** Keyed by family. */
  readonly functions: ReadonlyMap<string, { readonly calls: number; readonly ms: number }>;
  readonly gatewayCalls: number;
  readonly table?: { readonly reads: number; readonly writes: number };
  readonly capacityHours?: number;
  /** The beginnings of periods with calls, in milliseconds since 1970 and in ascending order. */
  readonly times: readonly number[];
  readonly periodMs: number;
}

export interface LogUse {
  readonly endpoints: ReadonlyMap<string, EndpointUse>;
  /** Requests that no endpoint of the dashboard answers: unknown addresses and preflights. */
  readonly strangers: EndpointUse;
  readonly warmUps: EndpointUse;
  /** Requests that a timeout or a crash ended: Lambda wrote a REPORT, but the function wrote no line. */
  readonly unfinished: { readonly calls: number; readonly billedMs: number };
  readonly lambdaBytes: number;
  /** Queries through Athena whose rows a request collected: their number, and the units that Athena bills. */
  readonly scans: { readonly queries: number; readonly units: number };
  /** Minutes since 1970 in which screens sent requests, in ascending order. */
  readonly minutes: readonly number[];
  readonly rhythms: readonly Rhythm[];
  /** Times of the first and the last line in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly stages: readonly string[];
  /** Keyed by dashboard or stage. */
  readonly foreign: ReadonlyMap<string, number>;
  /** Lines that are copies, that are outside the month, or that are no log lines. */
  readonly skipped: { readonly copies: number; readonly outside: number; readonly others: number };
  readonly lines: number;
  /** Present if AWS was asked. */
  readonly metered?: Metered;
}
