import { pluralize } from '../../../shared/errors/pluralize.ts';
import { readBroken } from '../../../shared/promises/broken-names.ts';
import { describeEmpty, emptyFields, readEmpty } from '../../../shared/tabular/empty-reason.ts';
import { type Exchange, statusOf } from '../../client/send-request.ts';
import type { Component } from '../../dashboard/endpoints/resolve-component.ts';
import { forReader } from '../../language/language.ts';
import { shownComponent } from '../../language/shown-component.ts';
import { formatTable } from '../../terminal/format-table.ts';

export interface VerifyProblem {
  readonly check: 'status' | 'body' | 'time' | 'cache' | 'cors' | 'token' | 'envelope' | 'errors' | 'key';
  readonly message: string;
}

export interface Verdict {
  readonly endpoint?: string;
  readonly component: string;
  readonly url: string;
  /** 0 without a response. */
  readonly status: number;
  /** Until the body had arrived. */
  readonly ms: number;
  readonly cache?: string;
  /** Why the response is empty, such as `where kept 0 of 5`. An empty response passes. */
  readonly empty?: string;
  /** An endpoint with broken promises passes. */
  readonly expect?: readonly string[];
  readonly problems: readonly VerifyProblem[];
}

export interface VerifiedSource {
  /** Absent for a data source that belongs to no dashboard. */
  readonly endpoint?: string;
  readonly component: Component;
  readonly url: string;
}

export const toVerdict = (
  { endpoint, component, url }: VerifiedSource,
  exchange: Exchange,
  problems: readonly VerifyProblem[],
): Verdict => {
  const cache = exchange.headers['x-wallfeed-cache'];
  const empty = readEmpty(exchange.headers['x-wallfeed-empty'] ?? '');
  const broken = readBroken(exchange.headers['x-wallfeed-expect']);
  return {
    ...(endpoint !== undefined && { endpoint }),
    component: component.name,
    url,
    status: statusOf(exchange),
    ms: Math.round(exchange.ms),
    ...(cache !== undefined && { cache }),
    ...(empty && { empty: describeEmpty(emptyFields(empty)) }),
    ...(broken.length > 0 && { expect: broken }),
    problems,
  };
};

const HEADER = ['', 'Endpoint', 'Component', 'Status', 'ms', 'Cache'];
const RIGHT = [3, 4];
/** Columns of words that have a translation. */
const WORDS = [0, 5];

const nameOf = ({ endpoint, component }: Verdict): string => endpoint ?? shownComponent(component);

const rowOf = (verdict: Verdict): readonly string[] => {
  const { endpoint = '', component, status, ms, cache = '', problems } = verdict;
  const result = problems.length === 0 ? 'passed' : 'FAILED';
  const words = [result, endpoint, shownComponent(component), status === 0 ? '-' : String(status), String(ms), cache];
  return words.map((word, index) => (WORDS.includes(index) ? forReader(word) : word));
};

const listProblems = (verdict: Verdict): readonly string[] =>
  verdict.problems.length === 0
    ? []
    : ['', nameOf(verdict), ...verdict.problems.map(({ check, message }) => forReader(`  ${check}: ${message}`))];

const listEmpty = (verdicts: readonly Verdict[]): readonly string[] => {
  const lines = verdicts.flatMap((verdict) =>
    verdict.empty === undefined ? [] : [`  ${nameOf(verdict)}: 0 rows (${verdict.empty})`],
  );
  return lines.length === 0 ? [] : ['', forReader('Empty'), ...lines];
};

const listBroken = (verdicts: readonly Verdict[]): readonly string[] => {
  const lines = verdicts.flatMap((verdict) =>
    verdict.expect ? [`  ${nameOf(verdict)}: ${verdict.expect.join(', ')}`] : [],
  );
  return lines.length === 0 ? [] : ['', forReader('Broken promises'), ...lines];
};

const summarize = (verdicts: readonly Verdict[]): string => {
  const failed = verdicts.filter(({ problems }) => problems.length > 0).length;
  const all = pluralize(verdicts.length, 'endpoint');
  if (failed === 0) return `${all} passed`;
  return failed === verdicts.length ? `${all} failed` : `${failed} of ${all} failed`;
};

const text = (verdicts: readonly Verdict[]): string =>
  [
    forReader(summarize(verdicts)),
    '',
    formatTable([HEADER.map(forReader), ...verdicts.map(rowOf)], RIGHT),
    ...listEmpty(verdicts),
    ...listBroken(verdicts),
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

export const VERDICT_FORMATS = { text, json };
