import { secretNames } from '../../../../shared/kinds/http/secret-names.ts';
import type { HostCall } from '../../../../shared/kinds/http/source.ts';
import { longestSpan } from '../../../../shared/kinds/key-pattern.ts';
import type { PrometheusSource } from '../../../../shared/kinds/prometheus/source.ts';
import { type DefinitionProblem, isDefined } from '../../folder/definition-problem.ts';
import { parseDuration, writeDuration } from '../../folder/duration.ts';
import { asFields } from '../../folder/fields.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { querySigned } from '../../hosts/query-signed.ts';
import { findHost } from '../../hosts/read-host.ts';
import { readLength } from '../../selection/read-selection.ts';
import { parametersOf, readUses } from '../http/check-call.ts';
import { countCalls } from '../http/count-calls.ts';
import { writeRequest } from '../http/write-request.ts';
import { SLOTS_OF_READS, type SourceKind } from '../source-kind.ts';

/** Maximum number of points of a series that Prometheus returns. */
const MAX_POINTS = 11_000;

/** Maximum length of a query that is sent in the address of a GET. */
const MAX_GET_CHARS = 2_000;

const SECOND_MS = 1_000;

const stepProblems = (stepMs: number | undefined, window: unknown, path: Path): readonly DefinitionProblem[] => {
  if (stepMs === undefined) return [];
  const { last, atMost } = asFields(window);
  const lengths = { last: readLength(last), atMost: parseDuration(atMost) };
  const span = longestSpan({
    ...(lengths.last !== undefined && { last: lengths.last }),
    ...(lengths.atMost !== undefined && { atMost: lengths.atMost }),
  });
  if (stepMs < SECOND_MS) return [{ path, message: '`step` is shorter than a second', hint: 'write 1s or more' }];
  const points = Math.floor(span / stepMs) + 1;
  if (!Number.isFinite(span) || points <= MAX_POINTS) return [];
  const message = `\`step\` gives ${points} points in the \`window\`, and Prometheus returns at most ${MAX_POINTS}`;
  const least = Math.ceil(span / (MAX_POINTS - 1) / SECOND_MS) * SECOND_MS;
  return [{ path, message, hint: `write \`step: ${writeDuration(least)}\` or more, or shorten the \`window\`` }];
};

/** Returns the request of a query: for a time range with a step, or else for one time. */
const callOf = (host: HostCall['host'], query: string, stepMs: number | undefined): Omit<HostCall, 'own'> => {
  const fields =
    stepMs === undefined
      ? { query, time: ':to' }
      : { query, start: ':from', end: ':to', step: `${stepMs / SECOND_MS}` };
  const path = `/api/v1/${stepMs === undefined ? 'query' : 'query_range'}`;
  const isLong = query.length > MAX_GET_CHARS;
  return {
    host,
    path,
    times: 'iso',
    ...(isLong ? { method: 'POST', form: fields, isRepeatable: true } : { method: 'GET', query: fields }),
  };
};

const checkPrometheus: SourceKind['check'] = async ({ prometheus, window }, path, context) => {
  const below = [...path, 'prometheus'];
  const { host: name, query, step } = asFields(prometheus);
  const { host, problems: ofHost } = findHost(name, context.top.hosts, [...below, 'host']);
  const stepMs = parseDuration(step);
  const uses = readUses({ query: { query: typeof query === 'string' ? query : '' } }, below, parametersOf(context.top));
  const problems = [...ofHost, ...stepProblems(stepMs, window, [...below, 'step'])];
  const words = `prometheus ${String(name)}`;
  const own = uses.own.map((one) => ({ name: one, isRequired: false }));
  const known = own.length > 0 ? { own } : {};
  if (!host || typeof query !== 'string' || query === '' || !isDefined(problems)) return { problems, words, ...known };
  const source: PrometheusSource = {
    source: 'prometheus',
    ...callOf(host, query, stepMs),
    parameters: stepMs === undefined ? ['to'] : ['from', 'to'],
    ...(uses.own.length > 0 && { own: uses.own }),
  };
  return { problems, words, source, ...known };
};

export const kind: SourceKind = {
  name: 'prometheus',
  keys: {
    source: {
      title: 'A query of Prometheus, in PromQL',
      description: 'a map of `host`, `query` and, for a time range, `step`, such as `{ host: prom, query: up }`',
      examples: [{ host: 'prom', query: 'sum by (service) (rate(http_requests_total[5m]))', step: '1m' }],
      type: 'object',
      required: ['host', 'query'],
      additionalProperties: false,
      properties: {
        host: { description: 'the name of a host of `hosts`', examples: ['prom'], type: 'string', minLength: 1 },
        query: {
          description: 'a query in PromQL',
          examples: ['sum by (service) (rate(http_requests_total[5m]))'],
          type: 'string',
          minLength: 1,
        },
        step: {
          title: 'The time between two points of a time range; without it the query is for one time',
          examples: ['1m'],
          $ref: '#/$defs/duration',
        },
      },
    },
  },
  isFile: false,
  isOfEndpoints: false,
  isBilled: false,
  isOutside: true,
  windowHint: 'add `step` for a time range, or remove `window`',
  slots: SLOTS_OF_READS,
  check: checkPrometheus,
  writeRequest,
  needs: { secrets: secretNames, permissions: querySigned },
  price: { title: 'Prometheus', noun: 'calls', line: 'objectRead', facts: countCalls },
  docs: {
    rows: 'Prometheus, or another server with its API',
    advice: 'a dataset with `prometheus`: one query for all components',
    form: 'a map of `host`, `query` in PromQL and, for a time range, `step`: see [APIs over HTTP](http.md#prometheus)',
    example: '{ host: prom, query: up }',
    errors: [
      'SOURCE_DENIED',
      'SOURCE_REFUSED',
      'SOURCE_THROTTLED',
      'SOURCE_TIMEOUT',
      'SOURCE_INVALID',
      'SOURCE_TOO_LARGE',
    ],
    limits: 'Prometheus returns at most 11 000 points of a series',
  },
};
