/** The fields of a function's line that are counted. */
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

/** The fields of a line of the gateway's access log that are counted. */
export interface AccessLine {
  readonly id?: string;
  readonly ip?: string;
  readonly route?: string;
  readonly path?: string;
  readonly status?: string;
}

const parseObject = (text: string): object | undefined => {
  try {
    return Object(JSON.parse(text));
  } catch {
    return undefined;
  }
};

/** Matches the definition of metrics at the beginning of a function's line, which is half of the line. */
const METRICS = /^\{"_aws":\{"CloudWatchMetrics":.*?,"Timestamp":(\d+)\},/;

/** Parses a line of a function without its metrics. Returns the time that they have, too. */
export const parseFunctionLine = (
  text: string,
): { readonly line: FunctionLine | undefined; readonly written?: number } => {
  const [metrics, written] = METRICS.exec(text) ?? [];
  if (metrics === undefined) return { line: parseObject(text) };
  return { line: parseObject(`{${text.slice(metrics.length)}`), written: Number(written) };
};

/** Parses a line of the gateway's access log. */
export const parseAccessLine = (text: string): AccessLine => parseObject(text) ?? {};

const LAMBDA_LINE = /^(START|END|REPORT) RequestId: (\S+)/;
const BILLED = /Billed Duration: (\d+) ms/;

/** A line that Lambda writes itself. */
export interface LambdaLine {
  readonly kind: 'START' | 'END' | 'REPORT';
  readonly id: string;
  readonly billedMs: number;
}

/** Parses a line of Lambda itself; undefined for other lines. */
export const parseLambdaLine = (text: string): LambdaLine | undefined => {
  const [, kind, id] = LAMBDA_LINE.exec(text) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  return { kind: kind as LambdaLine['kind'], id, billedMs: Number(BILLED.exec(text)?.[1] ?? 0) };
};
