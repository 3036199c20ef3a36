import type { Endpoint } from '../pipeline/bind-endpoints.ts';

/** A hit of a cache, as its log line would describe it. */
export interface Hit {
  /** Milliseconds. */
  readonly duration: number;
  readonly bytes: number;
  readonly requestId: string;
}

/** The hits of one endpoint that share a log line. */
export interface Hits {
  readonly endpoint: Endpoint;
  /** Time of the first hit in milliseconds since 1970. */
  readonly since: number;
  readonly durations: readonly number[];
  /** Sum of the bytes of all hits. */
  readonly bytes: number;
  /** The identifier of the last request. */
  readonly requestId: string;
}

const SPAN_MS = 60_000;

/** Maximum number of values of one metric in a line that CloudWatch reads. */
const MAX_HITS = 100;

/** Collects the hits of an environment, and writes them once a minute for each endpoint. */
export interface HitSummary {
  readonly add: (endpoint: Endpoint, hit: Hit) => void;
  /** Writes the hits of endpoints whose minute is over. */
  readonly writeOld: () => void;
}

/**
 * Creates a summary of hits. Lambda ends an environment without notice, so that its last hits may never be written.
 * @param write receives the hits of one endpoint: after a minute, or if there are 100 of them.
 */
export const createHitSummary = (write: (hits: Hits) => void): HitSummary => {
  const waiting = new Map<Endpoint, Hits>();
  const writeOne = (hits: Hits): void => {
    waiting.delete(hits.endpoint);
    write(hits);
  };
  return {
    add: (endpoint, { duration, bytes, requestId }) => {
      const {
        since,
        durations,
        bytes: others,
      } = waiting.get(endpoint) ?? { since: Date.now(), durations: [], bytes: 0 };
      const hits = { endpoint, since, durations: [...durations, duration], bytes: others + bytes, requestId };
      waiting.set(endpoint, hits);
      if (hits.durations.length === MAX_HITS) writeOne(hits);
    },
    writeOld: () => {
      const now = Date.now();
      for (const hits of waiting.values()) if (now - hits.since >= SPAN_MS) writeOne(hits);
    },
  };
};
