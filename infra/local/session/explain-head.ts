import type { LoadedDashboard } from '../../dashboard/load-dashboard.ts';

const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : `${words[0]}`;

/** Why no endpoint of a dashboard can be served. */
export const explainNothing = ({ blockedBy }: LoadedDashboard): string =>
  blockedBy.length > 0
    ? `Nothing to serve because of ${listed(blockedBy)}: a fault there concerns every endpoint, even one that is right. Correct it first.`
    : 'Nothing to serve: correct the dashboard, or choose another: npm start -- --dashboard <folder>';

/** What holds without each key. */
const INSTEAD: Readonly<Record<string, (dashboard: LoadedDashboard) => string>> = {
  cache: () => 'no cache',
  stale: () => 'nothing stale',
  origins: () => 'origins: nobody',
  memory: ({ memory }) => `memory: ${memory} MB`,
  throttle: ({ throttle }) => `throttle: ${throttle.rate} requests a second, ${throttle.burst} at once`,
  bucket: () => 'a bucket of its own',
  budget: () => 'no budget',
  region: () => 'no region of its own',
};

/** What a dashboard is served with in place of its faulty keys; nothing where none are. */
export const formatReplaced = (dashboard: LoadedDashboard): string | undefined => {
  const { replaced } = dashboard;
  if (replaced.length === 0) return undefined;
  return `In place of faulty keys: ${replaced.map((key) => INSTEAD[key]?.(dashboard) ?? `no ${key}`).join('; ')}`;
};
