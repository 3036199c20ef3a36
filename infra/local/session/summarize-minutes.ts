import { pluralize } from '../../../shared/errors/pluralize.ts';
import { print } from '../../terminal/print.ts';
import { readRequestLine } from './log-file.ts';

const MINUTE_MS = 60_000;
const BYTES_PER_MB = 1_000_000;
const MAX_NAMED = 3;

/** Since the last line. */
interface Minute {
  requests: number;
  /** Includes errors of the gateway. */
  refused: number;
  stale: number;
  readonly failures: Map<string, number>;
}

const createMinute = (): Minute => ({ requests: 0, refused: 0, stale: 0, failures: new Map() });

const describeFailures = (failures: Minute['failures']): string => {
  const sorted = [...failures].sort(([, one], [, other]) => other - one);
  const named = sorted.slice(0, MAX_NAMED).map(([name, count]) => `${name} (${count})`);
  return [...named, ...(sorted.length > MAX_NAMED ? ['…'] : [])].join(', ');
};

export const describeMinute = ({ requests, refused, stale, failures }: Minute, bytes: number): string => {
  const failed = Math.max(
    refused,
    failures.values().reduce((sum, count) => sum + count, 0),
  );
  const parts = [
    pluralize(requests, 'request'),
    `${failed} failed`,
    `${stale} stale`,
    `${Math.round(bytes / BYTES_PER_MB)} MB`,
  ];
  const named = failures.size > 0 ? `: ${describeFailures(failures)}` : '';
  return `${parts.join(', ')}${named}`;
};

/** One line a minute in place of one line a request. */
export interface MinuteSummary {
  answered(status: number): void;
  unknown(): void;
  /** Counts the line of a request. Returns false for any other line, which is printed as usual. */
  take(line: string): boolean;
  start(): () => void;
}

export const createMinutes = (): MinuteSummary => {
  let minute = createMinute();
  const fail = (name: string): void => {
    minute.failures.set(name, (minute.failures.get(name) ?? 0) + 1);
  };
  const printOne = (): void => {
    const time = new Date().toTimeString().slice(0, 5);
    print(`${time} ${describeMinute(minute, process.memoryUsage.rss())}`);
    minute = createMinute();
  };
  return {
    answered: (status) => {
      minute.requests += 1;
      if (status >= 400) minute.refused += 1;
    },
    unknown: () => fail('unknown address 404'),
    take: (line) => {
      const request = readRequestLine(line);
      if (!request) return false;
      const { endpoint = '?', status, error, cache } = request;
      if (status >= 400) fail(`${endpoint} ${status}${error ? ` ${error}` : ''}`);
      if (cache === 'stale') minute.stale += 1;
      return true;
    },
    start: () => {
      const timer = setInterval(printOne, MINUTE_MS);
      return () => clearInterval(timer);
    },
  };
};
