import { pluralize } from '../../../shared/errors/pluralize.ts';

interface RequestLine {
  /** Time of the log line in milliseconds since 1970. */
  readonly _aws: { readonly Timestamp?: number };
  readonly endpoint?: string;
  readonly status: number;
  readonly error?: string;
  readonly cause?: string;
  /** The cache status of the response; absent if there was no response. */
  readonly cache?: string;
  /** Seconds since the response was last validated. */
  readonly age?: number;
  readonly duration: number;
  readonly rows: number;
  readonly bytes: number;
  readonly coldStarts: number;
}

const readLine = (line: string): RequestLine | undefined => {
  try {
    const value = JSON.parse(line);
    return value?._aws === undefined ? undefined : value;
  } catch {
    return undefined;
  }
};

const describeFailure = ({ error, cause }: RequestLine): string | undefined => {
  const why = cause?.split('\n', 1)[0];
  return error && why ? `${error} (${why})` : (error ?? why);
};

/** Omits the age of a fresh response. */
const describeOrigin = ({ cache, age = 0 }: RequestLine): string | undefined =>
  cache === 'hit' || cache === 'stale' ? `${cache}, ${age} s old` : cache;

const describe = (line: RequestLine): string => {
  const { endpoint, status, duration, rows, bytes, coldStarts } = line;
  return [
    `${endpoint ?? '?'} ${status}`,
    describeOrigin(line),
    describeFailure(line),
    `${duration} ms${coldStarts > 0 ? ', cold start' : ''}`,
    rows > 0 && pluralize(rows, 'row'),
    `${bytes} bytes`,
  ]
    .filter(Boolean)
    .join(', ');
};

/** Returns the time of a request with a blank behind it, in the zone of this machine: `17:03:09 `. */
const describeTime = ({ _aws: { Timestamp: at } }: RequestLine): string =>
  at === undefined ? '' : `${new Date(at).toTimeString().slice(0, 8)} `;

/** Formats a function's log line for a terminal: requests are shortened, stacks are shown in full, others unchanged. */
export const formatLogLine = (family: string, line: string): string => {
  const request = readLine(line);
  if (!request) return `${family} | ${line}`;
  const stack = request.cause?.includes('\n') ? `\n${request.cause}` : '';
  return `${describeTime(request)}${family} | ${describe(request)}${stack}`;
};
