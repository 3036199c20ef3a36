import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { invocationFolder } from '../../dashboard/folder/read-dashboard-file.ts';

export interface LogEvent {
  /** Milliseconds since 1970; undefined if nothing says when the line was written. */
  readonly time: number | undefined;
  readonly message: string;
}

const LINE_FEED = 10;
const GZIP_MARK = '1f8b';
const UTF_16_MARK = 'fffe';
const CHUNK_BYTES = 1 << 16;
/**
 * Maximum length of a line in a file. CloudWatch accepts log lines of 1 MB, and the JSON of the AWS CLI may hold many
 * of them in one line.
 */
const MAX_LINE_BYTES = 64_000_000;

const byName = (a: { readonly name: string }, b: { readonly name: string }): number => (a.name < b.name ? -1 : 1);

/**
 * Returns the files in a folder and in its folders, in the order of their names. Leaves out hidden files and folders.
 */
const listFiles = async (path: string): Promise<readonly string[]> => {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = (await readdir(path, { withFileTypes: true })).filter(({ name }) => !name.startsWith('.'));
  const lists = entries.toSorted(byName).map(({ name }) => listFiles(join(path, name)));
  return (await Promise.all(lists)).flat();
};

/**
 * Returns the files that words name: files, and the files of folders, each once.
 * @throws Error with a message for the user.
 */
export const findLogFiles = async (words: readonly string[]): Promise<readonly string[]> => {
  const lists = words.map(async (word) => {
    const files = await listFiles(resolve(invocationFolder(), word)).catch((cause) => {
      throw new Error(`--actual: ${word} cannot be read: check its path, and who may read it`, { cause });
    });
    if (files.length === 0) throw new Error(`--actual: the folder ${word} has no files: name one with log lines`);
    return files;
  });
  return [...new Set((await Promise.all(lists)).flat())];
};

/** Each chunk is valid until the next chunk is read. */
async function* readChunks(file: string): AsyncGenerator<Buffer> {
  const handle = await open(file);
  try {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    for (;;) {
      const { bytesRead } = await handle.read(buffer, 0, CHUNK_BYTES);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await handle.close();
  }
}

const readMark = async (file: string): Promise<string> => {
  for await (const chunk of readChunks(file)) return chunk.toString('hex', 0, 2);
  return '';
};

const openFile = async (file: string): Promise<AsyncIterable<Buffer>> => {
  const mark = await readMark(file);
  if (mark === UTF_16_MARK)
    throw new Error('it is UTF-16, as Windows PowerShell writes it: write it with Out-File -Encoding utf8');
  if (mark !== GZIP_MARK) return readChunks(file);
  return pipeline(createReadStream(file), createGunzip({ chunkSize: CHUNK_BYTES }), () => {});
};

/** Lines have no line break. Reuses one buffer for all chunks to save memory. */
const eachLine = async (file: string, onLine: (line: string) => void): Promise<void> => {
  let buffer = Buffer.allocUnsafe(2 * CHUNK_BYTES);
  let length = 0;
  for await (const chunk of await openFile(file)) {
    if (length + chunk.length > buffer.length)
      buffer = Buffer.concat([buffer.subarray(0, length)], 2 * (length + chunk.length));
    length += chunk.copy(buffer, length);
    const bytes = buffer.subarray(0, length);
    let start = 0;
    for (let end = bytes.indexOf(LINE_FEED, length - chunk.length); end >= 0; end = bytes.indexOf(LINE_FEED, start)) {
      onLine(bytes.toString('utf8', start, end));
      start = end + 1;
    }
    length -= start;
    buffer.copyWithin(0, start, start + length);
    if (length > MAX_LINE_BYTES) throw new Error('it has no line breaks, so it is no log');
  }
  if (length > 0) onLine(buffer.toString('utf8', 0, length));
};

/** Matches the time before a line that CloudWatch exported to S3. */
const TIME = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)[ \t]/;

const readRaw = (line: string): LogEvent => {
  const isDated = line.charCodeAt(4) === 45 && line.charCodeAt(10) === 84;
  const text = isDated ? TIME.exec(line)?.[1] : undefined;
  if (text === undefined) return { time: undefined, message: line };
  return { time: Date.parse(text), message: line.slice(text.length + 1) };
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

interface CliEvent {
  readonly timestamp?: number;
  readonly message?: string;
}

/** Returns the events in a line that is a whole document of `aws logs filter-log-events`; undefined for other lines. */
const eventsOf = (line: string): readonly CliEvent[] | undefined => {
  const { events } = Object(/^\s*\{\s*"(?:events|searchedLogStreams)"/.test(line) ? parse(line) : undefined);
  return Array.isArray(events) ? events : undefined;
};

/** Matches a line of the indented JSON of `aws logs filter-log-events`. */
const FIELD = /^\s+"(message|timestamp)": (.*?),?\r?$/;

const createLineReader = (onEvent: (event: LogEvent) => void): ((line: string) => void) => {
  let isIndented: boolean | undefined;
  let event: CliEvent = {};
  const send = ({ timestamp, message }: CliEvent): void => {
    if (message !== undefined) onEvent({ time: timestamp, message: message.replace(/\r?\n$/, '') });
  };
  const readIndented = (line: string): void => {
    const [, name = '', value = ''] = FIELD.exec(line) ?? [];
    if (name !== '') event = { ...event, [name]: parse(value) };
    if (!/^\s*\}/.test(line)) return;
    send(event);
    event = {};
  };
  return (line) => {
    if (isIndented === undefined && line.trim() !== '') isIndented = line.trim() === '{';
    if (isIndented) return readIndented(line);
    const events = eventsOf(line);
    if (events) for (const one of events) send(one);
    else if (line !== '') onEvent(readRaw(line.endsWith('\r') ? line.slice(0, -1) : line));
  };
};

/**
 * Lines as they are, with their time before them as in exports to S3, or in the JSON of `aws logs filter-log-events`.
 * The file may be packed with gzip.
 * @throws Error with a message for the user.
 */
export const readLogFile = async (file: string, onEvent: (event: LogEvent) => void): Promise<void> => {
  try {
    await eachLine(file, createLineReader(onEvent));
  } catch (cause) {
    const why = (cause as Error).message;
    throw new Error(`--actual: ${basename(file)} cannot be read: ${why}`, { cause });
  }
};

export interface FunctionLine {
  readonly dashboard?: string;
  readonly stage?: string;
  readonly status?: number;
  readonly duration?: number | readonly number[];
  readonly coldStarts?: number | readonly number[];
  readonly bytes?: number;
  readonly hits?: number;
  readonly cache?: string;
  readonly scanned?: readonly number[];
  readonly executions?: readonly string[];
  readonly endpoint?: string;
  readonly requestId?: string;
  readonly warmUps?: number;
}

interface AccessLine {
  readonly id?: string;
  readonly ip?: string;
  readonly route?: string;
  readonly path?: string;
  readonly status?: string;
  readonly bytes?: string;
}

const parseObject = (text: string): object | undefined => {
  const value = parse(text);
  return value === undefined ? undefined : Object(value);
};

/** Matches the definition of metrics at the beginning of a function's line. This definition is half of the line. */
const METRICS = /^\{"_aws":\{"CloudWatchMetrics":.*?,"Timestamp":(\d+)\},/;

/** Removes the metrics, and returns the time in them. */
export const parseFunctionLine = (
  text: string,
): { readonly line: FunctionLine | undefined; readonly written?: number } => {
  const [metrics, written] = METRICS.exec(text) ?? [];
  if (metrics === undefined) return { line: parseObject(text) };
  return { line: parseObject(`{${text.slice(metrics.length)}`), written: Number(written) };
};

export const parseAccessLine = (text: string): AccessLine => parseObject(text) ?? {};

const LAMBDA_LINE = /^(START|END|REPORT) RequestId: (\S+)/;
const BILLED = /Billed Duration: (\d+) ms/;

interface LambdaLine {
  readonly kind: 'START' | 'END' | 'REPORT';
  readonly id: string;
  readonly billedMs: number;
}

/** Returns undefined for lines that Lambda did not write. */
export const parseLambdaLine = (text: string): LambdaLine | undefined => {
  const [, kind, id] = LAMBDA_LINE.exec(text) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  return { kind: kind as LambdaLine['kind'], id, billedMs: Number(BILLED.exec(text)?.[1] ?? 0) };
};
