import { formatTable } from '../../../infra/terminal/format-table.ts';
import { coreShareOf } from '../cold/cpu-share.ts';
import { type Attempt, climb } from './climb.ts';
import { canLimitMemory } from './memory-limit.ts';
import { type WorstSource, worstSources } from './worst-sources.ts';

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

/** Reads the slowest and largest sources with the memory and CPU share of a function. */
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
