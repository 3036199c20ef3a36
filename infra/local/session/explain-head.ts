import { commandLine } from '../../build/command-line.ts';
import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';

const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : `${words[0]}`;

/** Explains why no endpoint of a dashboard can be served. */
export const explainNothing = ({ blockedBy }: LoadedDashboard): string =>
  blockedBy.length > 0
    ? `Nothing to serve because of ${listed(blockedBy)}: an error there affects every endpoint, even valid ones. Correct it first.`
    : `Nothing to serve: correct the dashboard, or choose another: ${commandLine('start', '--dashboard', '<folder>')}`;

/** Describes the default value that replaces each key if the key is invalid. */
const INSTEAD: Readonly<Record<string, (dashboard: LoadedDashboard) => string>> = {
  cache: () => 'no cache',
  stale: () => 'no stale responses',
  origins: () => 'origins: none',
  memory: ({ memory }) => `memory: ${memory} MB`,
  throttle: ({ throttle }) => `throttle: ${throttle.rate} requests a second, ${throttle.burst} at once`,
  bucket: () => 'the stack’s own bucket',
  budget: () => 'no budget',
  region: () => 'the default region',
};

/** Explains which defaults replace invalid keys; undefined if all keys are valid. */
export const formatReplaced = (dashboard: LoadedDashboard): string | undefined => {
  const { replaced } = dashboard;
  if (replaced.length === 0) return undefined;
  return `Defaults in place of invalid keys: ${replaced.map((key) => INSTEAD[key]?.(dashboard) ?? `no ${key}`).join('; ')}`;
};
