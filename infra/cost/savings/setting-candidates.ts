import { parseDuration, writeDuration } from '../../dashboard/folder/duration.ts';
import { asFields, type Fields } from '../../dashboard/folder/fields.ts';
import { billedTimesOf, MEASURED_MEMORY_MB } from '../assumptions.ts';
import type { Estimate } from '../create-estimate.ts';
import type { CostInput } from '../estimate-dashboard.ts';
import { SECONDS } from '../quantity.ts';
import type { Candidate } from './cache-candidates.ts';
import type { Edit } from './try-edits.ts';

const keyCandidate = (key: string, value: string | number, gives: string, line = `${key}: ${value}`): Candidate => ({
  change: `\`${line}\` (${gives})`,
  gives,
  line,
  edits: [{ path: [key], value }],
  options: {},
});

const slowerEndpoints = ({ endpoints }: Fields): readonly Edit[] =>
  Object.entries(asFields(endpoints)).flatMap(([slug, endpoint]) => {
    const ms = parseDuration(asFields(endpoint).refresh);
    return ms === undefined
      ? []
      : [{ path: ['endpoints', slug, 'refresh'], value: writeDuration(Math.min(2 * ms, SECONDS.max * 1000)) }];
  });

const refreshLess = ({ dashboard, options }: CostInput, { assumptions }: Estimate): readonly Candidate[] => {
  const { refreshSeconds } = assumptions;
  if (2 * refreshSeconds > SECONDS.max) return [];
  const slower = SECONDS.write(2 * refreshSeconds);
  const gives = `screens show values up to ${slower} later: set this refresh on the platform too`;
  const change = `\`refresh: ${slower}\` (${gives})`;
  if (options.refresh !== undefined) return [{ change, gives, edits: [], options: { refresh: slower } }];
  const edits = [{ path: ['refresh'], value: slower }, ...slowerEndpoints(dashboard.written.value)];
  return [{ change, gives, line: `refresh: ${slower}`, edits, options: {} }];
};

const OFFICE = { hours: 'Mon-Fri 07:00-19:00', hoursADay: 12, option: '12x22' };

const openLess = ({ options }: CostInput, { assumptions }: Estimate): readonly Candidate[] => {
  if (assumptions.hasHours || assumptions.hoursADay <= OFFICE.hoursADay) return [];
  const office = keyCandidate('hours', OFFICE.hours, 'screens are off at all other times', `hours: '${OFFICE.hours}'`);
  return [options.hours === undefined ? office : { ...office, options: { hours: OFFICE.option } }];
};

/** True if no option replaces a measured time. Otherwise, the times of different memory sizes could not be compared. */
const hasMeasuredTimes = ({ assumptions }: Estimate): boolean =>
  Object.entries(billedTimesOf(assumptions.memoryMb)).every(([name, ms]) => Object(assumptions)[name] === ms);

const changeMemory = (estimate: Estimate): readonly Candidate[] => {
  if (!hasMeasuredTimes(estimate)) return [];
  const others = MEASURED_MEMORY_MB.filter((memoryMb) => memoryMb !== estimate.assumptions.memoryMb);
  return others.map((memoryMb) => {
    const { readMs } = billedTimesOf(memoryMb);
    const isLess = memoryMb < estimate.assumptions.memoryMb;
    const gives = `${readMs} ms for a call that reads its sources${isLess ? ', and smaller files' : ''}`;
    return keyCandidate('memory', memoryMb, gives);
  });
};

const WATCHED_LESS = {
  basic: 'no metrics and alarms of single functions',
  none: 'no metrics and no alarms: nobody is told when a component stays blank',
} as const;

const watchLess = ({ assumptions: { watch } }: Estimate): readonly Candidate[] => {
  const less = watch === 'full' ? (['basic', 'none'] as const) : watch === 'basic' ? (['none'] as const) : [];
  return less.map((level) => keyCandidate('watch', level, WATCHED_LESS[level]));
};

const logLess = ({ assumptions: { accessLog, log } }: Estimate): readonly Candidate[] => [
  ...(accessLog === 'none' ? [] : [keyCandidate('accessLog', 'none', 'no line of the gateway for each request')]),
  ...(log === 'summary'
    ? []
    : [keyCandidate('log', 'summary', 'one line a minute for hits; the last one of an environment is lost')]),
];

export const settingCandidates = (input: CostInput, estimate: Estimate): readonly Candidate[] => [
  ...refreshLess(input, estimate),
  ...openLess(input, estimate),
  ...changeMemory(estimate),
  ...watchLess(estimate),
  ...logLess(estimate),
];
