import { pluralize } from '../../../shared/errors/pluralize.ts';
import { formatTable } from '../../terminal/format-table.ts';
import type { Verdict } from './verify-endpoint.ts';

const HEADER = ['', 'Endpoint', 'Component', 'Status', 'ms', 'Cache'];
const RIGHT = [3, 4];

const nameOf = ({ endpoint, component }: Verdict): string => endpoint ?? component;

const rowOf = (verdict: Verdict): readonly string[] => {
  const { endpoint = '', component, status, ms, cache = '', problems } = verdict;
  const result = problems.length === 0 ? 'passed' : 'FAILED';
  return [result, endpoint, component, status === 0 ? '-' : String(status), String(ms), cache];
};

const listProblems = (verdict: Verdict): readonly string[] =>
  verdict.problems.length === 0
    ? []
    : ['', nameOf(verdict), ...verdict.problems.map(({ check, message }) => `  ${check}: ${message}`)];

const listEmpty = (verdicts: readonly Verdict[]): readonly string[] => {
  const lines = verdicts.flatMap((verdict) =>
    verdict.empty === undefined ? [] : [`  ${nameOf(verdict)}: 0 rows (${verdict.empty})`],
  );
  return lines.length === 0 ? [] : ['', 'Empty', ...lines];
};

const summarize = (verdicts: readonly Verdict[]): string => {
  const failed = verdicts.filter(({ problems }) => problems.length > 0).length;
  const all = pluralize(verdicts.length, 'endpoint');
  if (failed === 0) return `${all} passed`;
  return failed === verdicts.length ? `${all} failed` : `${failed} of ${all} failed`;
};

const text = (verdicts: readonly Verdict[]): string =>
  [
    summarize(verdicts),
    '',
    formatTable([HEADER, ...verdicts.map(rowOf)], RIGHT),
    ...listEmpty(verdicts),
    ...verdicts.flatMap(listProblems),
  ].join('\n');

const json = (verdicts: readonly Verdict[]): string =>
  JSON.stringify(
    {
      passed: verdicts.every(({ problems }) => problems.length === 0),
      endpoints: verdicts.map((verdict) => ({ ...verdict, passed: verdict.problems.length === 0 })),
    },
    null,
    2,
  );

/** The formats of `--format`. */
export const VERDICT_FORMATS = { text, json };
