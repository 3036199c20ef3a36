import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pluralize } from '../../../shared/errors/pluralize.ts';
import { describeEmpty, type emptyFields } from '../../../shared/tabular/empty-reason.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { invocationFolder } from '../../dashboard/folder/read-dashboard-file.ts';
import { explainWriteError } from '../../terminal/fail.ts';
import type { GatewayRequest } from '../gateway/create-gateway.ts';

interface RequestLine {
  /** Milliseconds since 1970. */
  readonly _aws: { readonly Timestamp?: number };
  readonly endpoint?: string;
  readonly status: number;
  readonly error?: string;
  readonly cause?: string;
  /** Absent if there was no response. */
  readonly cache?: string;
  /** Seconds since the response was last validated. */
  readonly age?: number;
  /** Seconds since the oldest file of the response was last changed. */
  readonly dataAge?: number;
  /** Milliseconds. A line for several hits has a list, with the milliseconds of each hit. */
  readonly duration: number | readonly number[];
  readonly hits?: number;
  readonly rows: number;
  readonly bytes: number;
  readonly coldStarts: number;
  /** Why no row of the sources reached the response. */
  readonly empty?: ReturnType<typeof emptyFields>;
}

export const readRequestLine = (line: string): RequestLine | undefined => {
  try {
    const value = JSON.parse(line);
    return value?._aws === undefined || value.status === undefined ? undefined : value;
  } catch {
    return undefined;
  }
};

const describeFailure = ({ error, cause }: RequestLine): string | undefined => {
  const why = cause?.split('\n', 1)[0];
  return error && why ? `${error} (${why})` : (error ?? why);
};

const describeCache = ({ cache, age = 0 }: RequestLine): string | undefined =>
  cache === 'hit' || cache === 'stale' ? `${cache}, ${age} s old` : cache;

const DAY_SECONDS = 86_400;

/** Returns undefined for less than a day. */
const describeData = ({ dataAge = 0 }: RequestLine): string | undefined =>
  dataAge < DAY_SECONDS ? undefined : `data ${pluralize(Math.floor(dataAge / DAY_SECONDS), 'day')} old`;

/** True if an endpoint sends a JSON document, which has no rows to count. */
export type IsDocument = (slug: string) => boolean;

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
    describeData(line),
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

/** Describes the metric of a promise, such as `orders.newest is broken`; undefined for other lines. */
const describePromise = (line: string): string | undefined => {
  const [, name, broken] = /"promise":"([^"]*)","broken":([01])/.exec(line) ?? [];
  return name === undefined ? undefined : `${name} ${broken === '1' ? 'is broken' : 'holds'}`;
};

/** Shortens requests, appends stacks, and leaves other lines unchanged. */
export const formatLogLine = (family: string, line: string, isDocument: IsDocument = () => false): string => {
  const request = readRequestLine(line);
  if (!request) return `${family} | ${describePromise(line) ?? line}`;
  const stack = request.cause?.includes('\n') ? `\n${request.cause}` : '';
  return `${describeTime(request)}${family} | ${describe(request, isDocument)}${stack}`;
};

/** A file with the lines that functions, Lambda and the gateway would log on AWS. Each line begins with its time. */
export interface LogFile {
  readonly path: string;
  /** Other output of the function's process is left out. */
  readonly writeFunction: (line: string) => void;
  readonly writeInvocation: (id: string, milliseconds: number, dashboard: LoadedDashboard) => void;
  readonly writeRequest: (request: GatewayRequest, dashboard: LoadedDashboard) => void;
  readonly close: () => Promise<void>;
}

/** Matches the beginning of a log file: the time before its first line. */
const BEGINNING = /^\d{4}-\d\d-\d\dT[\d:.]+Z /;
const TIME_CHARS = 32;

const accessLine = ({ id, address, route, path, status, milliseconds, bytes }: GatewayRequest): string => {
  const texts = { id, ip: address, route, path, status: String(status), ms: String(Math.round(milliseconds)) };
  return JSON.stringify({ ...texts, bytes: String(bytes), error: '-', integrationError: '-' });
};

const openToAppend = async (path: string, name: string) => {
  const file = await open(path, 'a+').catch((error) => {
    throw explainWriteError(error, `--log: ${name}`);
  });
  const { bytesRead, buffer } = await file.read(Buffer.alloc(TIME_CHARS), 0, TIME_CHARS, 0);
  if (bytesRead === 0 || BEGINNING.test(buffer.toString('latin1', 0, bytesRead))) return file;
  await file.close();
  throw new Error(`--log: ${name} exists, and is no log: choose another name, such as wall.log`);
};

/**
 * Opens a file for log lines. New lines are appended to the lines in the file.
 * @throws Error with a message for the user if the file cannot be written, or holds something else.
 */
export const openLogFile = async (name: string): Promise<LogFile> => {
  const path = resolve(invocationFolder(), name);
  const file = await openToAppend(path, name);
  let writing: Promise<unknown> = Promise.resolve();
  const write = (...lines: readonly string[]): void => {
    const text = lines.map((line) => `${new Date().toISOString()} ${line.trimEnd()}\n`).join('');
    writing = writing.then(() => file.appendFile(text)).catch(() => undefined);
  };
  return {
    path,
    writeFunction: (line) => {
      if (line.startsWith('{"_aws":') || line.startsWith('{"dashboard":')) write(line);
    },
    writeInvocation: (id, milliseconds, { log, memory }) => {
      if (log === 'summary') return;
      const times = `Duration: ${milliseconds.toFixed(2)} ms\tBilled Duration: ${Math.ceil(milliseconds)} ms`;
      const report = `REPORT RequestId: ${id}\t${times}\tMemory Size: ${memory} MB\t`;
      write(`START RequestId: ${id} Version: $LATEST`, `END RequestId: ${id}`, report);
    },
    writeRequest: (request, { accessLog }) => {
      if (accessLog !== 'none') write(accessLine(request));
    },
    close: async () => {
      await writing;
      await file.close();
    },
  };
};
