import { pluralize } from '../../../shared/errors/pluralize.ts';
import { describeEmpty, type emptyFields } from '../../../shared/tabular/empty-reason.ts';

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
  /** Milliseconds, or those of each hit in a line for several hits. */
  readonly duration: number | readonly number[];
  /** Number of hits in a line for several hits. */
  readonly hits?: number;
  readonly rows: number;
  readonly bytes: number;
  readonly coldStarts: number;
  /** Why no row of the sources reached the response. */
  readonly empty?: ReturnType<typeof emptyFields>;
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

/** Returns the cache status, with the age of a hit or a stale response. */
const describeCache = ({ cache, age = 0 }: RequestLine): string | undefined =>
  cache === 'hit' || cache === 'stale' ? `${cache}, ${age} s old` : cache;

/** True if an endpoint sends a JSON document, which has no rows to count. */
export type IsDocument = (slug: string) => boolean;

/** Returns the number of rows, such as `0 rows` for an empty body; undefined for documents and for errors without rows. */
const describeRows = (line: RequestLine, isDocument: IsDocument): string | undefined => {
  const { endpoint = '', status, rows, empty } = line;
  if (empty) return `0 rows (${describeEmpty(empty)})`;
  const isEmptyBody = status === 200 && !isDocument(endpoint);
  return rows > 0 || isEmptyBody ? pluralize(rows, 'row') : undefined;
};

const describe = (line: RequestLine, isDocument: IsDocument): string => {
  const { endpoint, status, duration, bytes, coldStarts, hits } = line;
  return [
    `${endpoint ?? '?'} ${status}`,
    describeCache(line),
    describeFailure(line),
    hits === undefined ? undefined : pluralize(hits, 'hit'),
    `${[duration].flat().at(-1)} ms${Number(coldStarts) > 0 ? ', cold start' : ''}`,
    describeRows(line, isDocument),
    `${bytes} bytes`,
  ]
    .filter(Boolean)
    .join(', ');
};

/** Returns the time of a request and a blank, such as `17:03:09 `, in the time zone of this machine. */
const describeTime = ({ _aws: { Timestamp: at } }: RequestLine): string =>
  at === undefined ? '' : `${new Date(at).toTimeString().slice(0, 8)} `;

/** Formats a function's log line for a terminal: shortens requests, appends stacks, and leaves other lines unchanged. */
export const formatLogLine = (family: string, line: string, isDocument: IsDocument = () => false): string => {
  const request = readLine(line);
  if (!request) return `${family} | ${line}`;
  const stack = request.cause?.includes('\n') ? `\n${request.cause}` : '';
  return `${describeTime(request)}${family} | ${describe(request, isDocument)}${stack}`;
};
