import { commandOf, type Draw } from './draw.ts';
import type { Report } from './ipc-messages.ts';

const answersOf = ({ answers }: Report): string =>
  Object.entries(answers)
    .sort(([, one], [, other]) => other - one)
    .map(([error, count]) => `${error} ${count}`)
    .join(', ');

/** One line about a group: how it was drawn, how long it took, and what was answered how often. */
export const describeReport = (draw: Draw, report: Report): string =>
  `${draw.group}: ${draw.path ? `path ${draw.path}` : `${draw.runs} cases`} of seed ${draw.seed} ` +
  `in ${report.seconds.toFixed(1)} s: ${answersOf(report)}`;

/** The case that broke something, what it broke, and how to run it again; undefined when none did. */
export const describeFailure = (draw: Draw, { failure }: Report): string | undefined =>
  failure &&
  [
    `seed ${draw.seed}, path ${failure.path}:`,
    failure.faults,
    '',
    failure.found,
    '',
    `again: ${commandOf({ ...draw, path: failure.path })}`,
  ].join('\n');
