/** The counts of the lines of one endpoint. */
export interface EndpointUse {
  /** All requests that reached the function. */
  readonly calls: number;
  /** Requests that the function refused with a status of 400 to 499. */
  readonly refused: number;
  /** Requests that failed with a status of 500 or above. */
  readonly failed: number;
  /** Bytes of the bodies of refused and failed requests. */
  readonly failedBytes: number;
  /** Responses for which the sources were read. */
  readonly sourceReads: number;
  readonly coldCalls: number;
  /** Bytes of all bodies, without headers. */
  readonly bytes: number;
  readonly billedMs: number;
  /** Bytes of the lines of the function and of the gateway, with their line breaks. */
  readonly logBytes: number;
  /** Lines of the gateway's access log. */
  readonly gatewayCalls: number;
  /** Bytes of the bodies in those lines, which also count what the gateway answered itself. */
  readonly gatewayBytes: number;
}

/** The requests of one address to one endpoint. */
export interface Rhythm {
  readonly endpoint: string;
  readonly address: string;
  readonly calls: number;
  /** How often each time between two requests occurred. Times are in milliseconds, rounded to tenths of a second. */
  readonly gaps: ReadonlyMap<number, number>;
}

/** The use of a stack as CloudWatch's metrics counted it. */
export interface Metered {
  /** Calls and milliseconds of each function, by its family. */
  readonly functions: ReadonlyMap<string, { readonly calls: number; readonly ms: number }>;
  readonly gatewayCalls: number;
  /** Units that the table of the shared cache read and wrote. */
  readonly table?: { readonly reads: number; readonly writes: number };
  readonly capacityHours?: number;
  /** The beginnings of periods with calls, in milliseconds since 1970 and in ascending order. */
  readonly times: readonly number[];
  readonly periodMs: number;
}

/** The use of a dashboard, as its log counts it. */
export interface LogUse {
  readonly endpoints: ReadonlyMap<string, EndpointUse>;
  /** Requests that no endpoint of the dashboard answers: unknown addresses and preflights. */
  readonly strangers: EndpointUse;
  readonly warmUps: EndpointUse;
  /** Requests that a timeout or a crash ended: Lambda wrote a REPORT, but the function wrote no line. */
  readonly unfinished: { readonly calls: number; readonly billedMs: number };
  /** Bytes of Lambda's own lines. */
  readonly lambdaBytes: number;
  /** Queries through Athena whose rows a request collected: their number, and the units that Athena bills. */
  readonly scans: { readonly queries: number; readonly units: number };
  /** Minutes since 1970 in which screens sent requests, in ascending order. */
  readonly minutes: readonly number[];
  /** The requests of each address to each endpoint. */
  readonly rhythms: readonly Rhythm[];
  /** Times of the first and the last line in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly stages: readonly string[];
  /** Lines of other dashboards or stages, by their names. */
  readonly foreign: ReadonlyMap<string, number>;
  /** Lines that are copies, that are outside the month, or that are no log lines. */
  readonly skipped: { readonly copies: number; readonly outside: number; readonly others: number };
  readonly lines: number;
  /** The counts of CloudWatch's metrics, if AWS was asked. */
  readonly metered?: Metered;
}
