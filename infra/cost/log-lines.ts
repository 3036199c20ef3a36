import type { Watch } from '../../shared/config/dashboard-config.ts';
import { beginningOf } from '../../shared/middleware/log-line.ts';

/** Lambda's own lines START, END and REPORT of a request. */
export const LAMBDA_LINES_BYTES = 257;

/** Bytes that each hit adds to a line for several hits: its duration, and one value for each of four counts. */
export const SUMMED_HIT_BYTES = 12;

export const ACCESS_LINE_BYTES = 179;

export interface LoggedEndpoint {
  readonly dashboard: string;
  readonly watch: Watch;
  readonly family: string;
  readonly endpoint: string;
  readonly component: string;
  /** Errors with status 200 add a metric to the line. */
  readonly hidesErrors?: boolean;
}

const NUMBERS =
  '"status":200,"duration":2.1,"failures":0,"coldStarts":0,"cacheHits":1,"staleAnswers":0,"rows":20,"bytes":4096,"age":12';
const STEPS = '"steps":{"parse":0.2,"cache":0.2,"send":0.2}';

/**
 * As shared/middleware/log-requests.ts writes a hit at the stage prod. Lines of other requests have about the same
 * length.
 */
export const sampleLine = ({ dashboard, watch, family, endpoint, component, hidesErrors }: LoggedEndpoint): string => {
  const names = JSON.stringify({ dashboard, stage: 'prod', function: `${dashboard}-prod-${family}` }).slice(1, -1);
  const words = JSON.stringify({ endpoint, component, cache: 'hit', requestId: '0'.repeat(36) }).slice(1, -1);
  return `${beginningOf(watch, hidesErrors)}${'1'.repeat(13)}},${names},${NUMBERS},${STEPS},${words}}\n`;
};

/** Returns the bytes of all log lines of one request: those of the function, of Lambda itself and of the gateway. */
export const loggedBytes = (endpoint: LoggedEndpoint): number =>
  Buffer.byteLength(sampleLine(endpoint)) + LAMBDA_LINES_BYTES + ACCESS_LINE_BYTES;
