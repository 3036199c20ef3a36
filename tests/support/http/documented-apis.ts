import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../infra/program/project-root.ts';
import type { ApiAnswer, ApiRequest } from './start-api.ts';

export const page = readFileSync(join(projectRoot, 'schemas/http.md'), 'utf8');

export const exampleOf = (heading: string, url: string): string => {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [, yml = ''] = /```yaml\n([\s\S]*?)```/.exec(section) ?? [];
  const local = yml.replace(
    /url: https?:\/\/[^/\s,]+([^\s,]*)(?:, plain: true)?/,
    (_, path: string) => `url: '${url}${path}', plain: true`,
  );
  const block = local.replace(/^( +)url: ('[^']*'), plain: true$/m, '$1url: $2\n$1plain: true');
  return `dashboard: shop\ntimezone: Asia/Shanghai\n${block}endpoints:\n  x: { component: 3D Pie Chart, csv: x.csv }\n`;
};

const issue = (number: number, labels: readonly string[]) => ({
  id: 2_500_000_000 + number,
  number,
  state: 'open',
  title: `Issue ${number}`,
  user: { login: 'li-wei', id: 7 },
  labels: labels.map((name) => ({ id: 1, name, color: 'd73a4a' })),
  assignee: null,
  created_at: '2026-11-20T07:10:00Z',
});

/** Answers of an API in its documented form, and the rows that the example makes of them. */
export interface Example {
  readonly answer: (request: ApiRequest) => ApiAnswer;
  readonly header: readonly string[];
  readonly rows: readonly unknown[];
  readonly sent: (requests: readonly ApiRequest[]) => unknown;
  readonly expected: unknown;
}

const jsonOf = ({ body }: ApiRequest) => JSON.parse(body);

export const EXAMPLES: Readonly<Record<string, Example>> = {
  GitHub: {
    answer: ({ url }) => {
      const isFirst = url.searchParams.get('page') === null;
      const link = `<${url.origin}${url.pathname}?page=2>; rel="next", <${url.origin}${url.pathname}?page=2>; rel="last"`;
      return { json: isFirst ? [issue(1, ['bug'])] : [issue(2, [])], headers: isFirst ? { link } : {} };
    },
    header: ['state', 'label', 'author', 'opened'],
    rows: [
      ['open', 'bug', 'li-wei', '2026-11-20T07:10:00Z'],
      ['open', null, 'li-wei', '2026-11-20T07:10:00Z'],
    ],
    sent: ([first]) => [first?.url.pathname, first?.url.searchParams.get('since'), first?.headers.authorization],
    expected: ['/repos/acme/shop/issues', '2026-11-20T07:00:00.000Z', 'Bearer s-github'],
  },
  Jira: {
    answer: ({ url }) => {
      const isFirst = url.searchParams.get('nextPageToken') === null;
      const fields = {
        status: { name: isFirst ? 'To Do' : 'Done', id: '1' },
        priority: { name: 'High' },
        assignee: null,
      };
      return {
        json: {
          issues: [{ id: '10', key: isFirst ? 'SHOP-1' : 'SHOP-2', fields }],
          isLast: !isFirst,
          ...(isFirst && { nextPageToken: 'CAEaAggB' }),
        },
      };
    },
    header: ['key', 'status', 'priority'],
    rows: [
      ['SHOP-1', 'To Do', 'High'],
      ['SHOP-2', 'Done', 'High'],
    ],
    sent: ([first]) => [first?.url.searchParams.get('jql'), first?.headers.authorization],
    expected: [
      'project = SHOP and updated >= -7d',
      `Basic ${Buffer.from('wall@acme.example:s-jira').toString('base64')}`,
    ],
  },
  Zabbix: {
    answer: () => ({
      json: {
        jsonrpc: '2.0',
        result: [{ eventid: '1245463', clock: '1795158600', severity: '4', name: 'High CPU on db-1' }],
        id: 1,
      },
      headers: { 'content-type': 'application/json-rpc' },
    }),
    header: ['at', 'severity', 'name'],
    rows: [['1795158600', '4', 'High CPU on db-1']],
    sent: ([first]) => jsonOf(first as ApiRequest),
    expected: {
      jsonrpc: '2.0',
      method: 'problem.get',
      params: { time_from: 1_795_158_000, severities: [3, 4, 5], sortfield: 'eventid' },
      id: 1,
    },
  },
  GraphQL: {
    answer: (request) => {
      const { after } = jsonOf(request).variables;
      const nodes = after
        ? [{ region: 'East', total: '2.50' }]
        : [
            { region: 'East', total: '10.25' },
            { region: 'West', total: '1.00' },
          ];
      return { json: { data: { orders: { nodes, pageInfo: { endCursor: after ? null : 'Y3Vyc29y' } } } } };
    },
    header: ['region', 'total'],
    rows: [
      ['East', 12.75],
      ['West', 1],
    ],
    sent: (requests) => requests.map((request) => jsonOf(request).variables),
    expected: [{ since: '2026-11-20T07:00:00.000Z' }, { since: '2026-11-20T07:00:00.000Z', after: 'Y3Vyc29y' }],
  },
  Prometheus: {
    answer: () => ({
      json: {
        status: 'success',
        data: {
          resultType: 'matrix',
          result: [
            {
              metric: { service: 'cart' },
              values: [
                [1_795_158_000, '0.25'],
                [1_795_158_060, 'NaN'],
              ],
            },
          ],
        },
      },
    }),
    header: ['service', 'time', 'value'],
    rows: [
      ['cart', '2026-11-20 07:00:00.000', 0.25],
      ['cart', '2026-11-20 07:01:00.000', null],
    ],
    sent: ([first]) => [
      first?.url.pathname,
      ...['start', 'end', 'step'].map((name) => first?.url.searchParams.get(name)),
    ],
    expected: ['/api/v1/query_range', '2026-11-20T07:00:00.000Z', '2026-11-20T08:00:00.000Z', '60'],
  },
  Tingyun: {
    answer: ({ url }) =>
      url.pathname.endsWith('/auth/token')
        ? { json: { code: 200, msg: 'success', access_token: 'abc', expires_in: 3600 } }
        : {
            json: {
              code: 200,
              data: { content: [{ applicationName: '订单服务', responseTime: '128.5', errorRate: '0.02%' }], total: 1 },
            },
          },
    header: ['name', 'ms', 'errors'],
    rows: [['订单服务', '128.5', '0.02%']],
    sent: (requests) => requests.map(({ body, headers }) => [decodeURIComponent(body), headers.authorization]),
    expected: [
      ['api_key=s-tingyun-key&auth=s-tingyun', undefined],
      ['timePeriod=60&endTime=2026-11-20+16:00', 'Bearer abc'],
    ],
  },
};

export const SECRETS = ['github', 'jira', 'zabbix', 'shop', 'tingyun', 'tingyun-key']
  .map((name) => `/wall/${name}: 's-${name}'\n`)
  .join('');
