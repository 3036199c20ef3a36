interface RequestLine {
  readonly endpoint?: string;
  readonly status: number;
  readonly error?: string;
  readonly cause?: string;
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

const describe = ({ endpoint, status, error, cause, duration, rows, bytes, coldStarts }: RequestLine): string =>
  [
    `${endpoint ?? '?'} ${status}`,
    error && (cause ? `${error} (${cause.split('\n', 1)[0]})` : error),
    `${duration} ms${coldStarts > 0 ? ', cold start' : ''}`,
    rows > 0 && `${rows} rows`,
    `${bytes} bytes`,
  ]
    .filter(Boolean)
    .join(', ');

/** What a function writes, for a terminal: the line of a request in short, a failure's stack in full, anything else as it is. */
export const formatLogLine = (family: string, line: string): string => {
  const request = readLine(line);
  if (!request) return `${family} | ${line}`;
  const stack = request.cause?.includes('\n') ? `\n${request.cause}` : '';
  return `${family} | ${describe(request)}${stack}`;
};
