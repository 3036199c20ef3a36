import { formatTable } from '../../terminal/format-table.ts';
import { coreShareOf } from '../cold/cpu-share.ts';
import { type LimitedFunction, type Outcome, startLimitedFunction } from './limited-function.ts';
import { canLimitMemory } from './memory-limit.ts';
import { KEY, type WorstSource, worstSources } from './worst-sources.ts';

/** Shares of a source's limits. */
export const SHARES = [0.03, 0.06, 0.1, 0.15, 0.2, 0.27, 0.35, 0.45, 0.6, 0.8, 1];

export interface Attempt {
  readonly bytes: number;
  readonly outcome: Outcome;
}

interface Climb {
  /** Read to its end, whether its content was then accepted or refused. */
  readonly read?: Attempt;
  /** Refused for its size, timed out, or ended the process. */
  readonly refused?: Attempt;
}

const ENDPOINT = 'worst';
const REFUSALS = ['SOURCE_TOO_LARGE', 'SOURCE_TIMEOUT', 'BODY_TOO_LARGE'];

const isRead = ({ status, error = '' }: Outcome): boolean => status !== 'killed' && !REFUSALS.includes(error);

const ask = async (limited: LimitedFunction, content: Buffer, times: number): Promise<Outcome> => {
  limited.objects.set(KEY, content);
  limited.objects.set('result', content);
  let outcome = await limited.ask(ENDPOINT);
  for (let time = 1; time < times && isRead(outcome); time += 1) outcome = await limited.ask(ENDPOINT);
  return outcome;
};

interface ClimbOptions {
  readonly memoryMb: number;
  /** Limits the CPU to the share that Lambda gives for the memory. */
  readonly isSlow?: boolean;
  /** For each size. Later requests also measure the effect of garbage that earlier ones left. */
  readonly times?: number;
  readonly shares?: readonly number[];
}

/** Lets a function read a growing source until a request is refused. */
export const climb = async (
  { family, endpoint, write }: WorstSource,
  { memoryMb, isSlow = false, times = 3, shares = SHARES }: ClimbOptions,
): Promise<Climb> => {
  const limited = await startLimitedFunction({ family, endpoints: { [ENDPOINT]: endpoint }, memoryMb, isSlow });
  let read: Attempt | undefined;
  try {
    for (const share of shares) {
      const content = write(share);
      const attempt = { bytes: content.length, outcome: await ask(limited, content, times) };
      if (!isRead(attempt.outcome)) return { ...(read && { read }), refused: attempt };
      read = attempt;
    }
    return { ...(read && { read }) };
  } finally {
    await limited.stop();
  }
};

const BYTES_PER_MB = 1_000_000;
const HEAD = ['source', 'MB', 'peak MB', 'ms', 'answer', '', 'refused MB', 'ms', 'with'];

const verdictOf = (ms: number, deadlineMs: number): string => (ms <= deadlineMs ? 'in time' : 'LATE');

const wordOf = ({ outcome: { status, error } }: Attempt): string =>
  status === 'killed' ? 'KILLED' : (error ?? String(status));

const lineOf = async (source: WorstSource, memoryMb: number): Promise<readonly string[]> => {
  const { read, refused } = await climb(source, { memoryMb, isSlow: true, times: 1 });
  const { deadline } = source.endpoint;
  const cells = (attempt: Attempt | undefined): readonly string[] =>
    attempt
      ? [(attempt.bytes / BYTES_PER_MB).toFixed(1), attempt.outcome.ms.toFixed(0), wordOf(attempt)]
      : ['', '', ''];
  const [bytes = '', ms = '', word = ''] = cells(read);
  const verdict = read ? verdictOf(read.outcome.ms, deadline) : '';
  return [source.name, bytes, read?.outcome.peakMb.toFixed(0) ?? '', ms, word, verdict, ...cells(refused)];
};

export const benchLimits = async (memoryMb: number): Promise<void> => {
  const share = coreShareOf(memoryMb).toFixed(3);
  const how = canLimitMemory
    ? 'by the clock, under a control group'
    : 'as time on a processor divided by the share, because this process may not create control groups';
  console.log(
    `The largest sources that ${memoryMb} MB of memory and ${share} of a processor read, and the first refused;`,
  );
  console.log(`milliseconds ${how}, to a deadline of 8000. This takes some minutes.\n`);
  const lines: (readonly string[])[] = [];
  for (const source of worstSources) lines.push(await lineOf(source, memoryMb));
  console.log(formatTable([HEAD, ...lines], [1, 2, 3, 6, 7]));
};
