import { commandOf, type Draw } from './draw.ts';
import type { Report } from './ipc-messages.ts';

const answersOf = ({ answers }: Report): string =>
  Object.entries(answers)
    .sort(([, one], [, other]) => other - one)
    .map(([error, count]) => `${error} ${count}`)
    .join(', ');

export const describeReport = (draw: Draw, report: Report): string =>
  `${draw.group}: ${draw.path ? `path ${draw.path}` : `${draw.runs} cases`} of seed ${draw.seed} ` +
  `in ${report.seconds.toFixed(1)} s: ${answersOf(report)}`;

/** Describes the failed case, its faults, and the command that runs it again. Returns undefined if no case failed. */
export const describeFailure = (draw: Draw, { failure }: Report): string | undefined =>
  failure &&
  [
    `seed ${draw.seed}, path ${failure.path}:`,
    failure.faults,
    '',
    failure.found,
    '',
    `run it again: ${commandOf({ ...draw, path: failure.path })}`,
  ].join('\n');
