import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { digestOf } from '../../../shared/token/digest.ts';
import type { CloudFormation } from './cloudformation/start-cloudformation.ts';

/** Only services that the command prove asks besides those of a deployment. */
export interface ProbeServices {
  /** By the name for which calls are signed. */
  readonly servers: Readonly<Record<string, Server>>;
  readonly base: string;
  held(): readonly string[];
  denyLake(): void;
  close(): Promise<void>;
}

interface Input {
  readonly Name: string;
  readonly Value: string;
  readonly DatabaseName: string;
  readonly DatabaseInput: { readonly Name: string };
  readonly TableInput: { readonly Name: string };
  readonly WorkGroup: string;
  readonly AlarmNames: readonly string[];
  readonly logGroupName: string;
}

type Operation = (input: Input) => object | string | Promise<object | string>;

const MAX_AGE_MS = 300_000;
const TOKEN = '/wallfeed/prove/token';
const PIE = [{ name: 'north', value: 1 }];

const serve = async (
  answer: (request: IncomingMessage, body: string) => Promise<{ status: number; body: string; headers?: object }>,
) => {
  const server = createServer(async (request, response) => {
    const { status, body, headers } = await answer(request, await text(request));
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};

/**
 * Starts emulators of the Parameter Store, Glue, Athena, CloudWatch and its logs on 127.0.0.1, as far as the command
 * prove calls them, and the endpoints of its stack. An operation refuses what AWS refuses, with the name of AWS's
 * error.
 */
export const startProbeServices = async (
  bodies: Readonly<Record<string, unknown>>,
  cloudFormation: () => CloudFormation,
): Promise<ProbeServices> => {
  const parameters = new Map<string, string>();
  const databases = new Map<string, Set<string>>();
  const seen = new Set<string>();
  let isDenied = false;
  let queries = 0;

  const resource = (type: string) =>
    Array.from(cloudFormation().stacks.values(), ({ resources }) => resources)
      .flat()
      .find((one) => one.type === type);
  const operations: Readonly<Record<string, readonly [service: string, operation: Operation]>> = {
    'AmazonSSM.PutParameter': [
      'ssm',
      ({ Name, Value }) => {
        parameters.set(Name, Value);
        return { Version: 1 };
      },
    ],
    'AmazonSSM.GetParameter': ['ssm', ({ Name }) => (parameters.has(Name) ? {} : 'ParameterNotFound')],
    'AmazonSSM.DeleteParameter': ['ssm', ({ Name }) => (parameters.delete(Name) ? {} : 'ParameterNotFound')],
    'AWSGlue.CreateDatabase': [
      'glue',
      ({ DatabaseInput: { Name } }) => {
        if (databases.has(Name)) return 'AlreadyExistsException';
        databases.set(Name, new Set());
        return {};
      },
    ],
    'AWSGlue.CreateTable': [
      'glue',
      ({ DatabaseName, TableInput: { Name } }) => {
        const tables = databases.get(DatabaseName);
        if (!tables) return 'EntityNotFoundException';
        if (tables.has(Name)) return 'AlreadyExistsException';
        tables.add(Name);
        return {};
      },
    ],
    'AWSGlue.GetDatabase': ['glue', ({ Name }) => (databases.has(Name) ? {} : 'EntityNotFoundException')],
    'AWSGlue.DeleteDatabase': ['glue', ({ Name }) => (databases.delete(Name) ? {} : 'EntityNotFoundException')],
    'AmazonAthena.ListQueryExecutions': [
      'athena',
      () => ({ QueryExecutionIds: Array.from({ length: queries }, String) }),
    ],
    'AmazonAthena.GetWorkGroup': [
      'athena',
      ({ WorkGroup }) => {
        if (resource('AWS::Athena::WorkGroup') === undefined) return 'InvalidRequestException';
        return {
          WorkGroup: { Name: WorkGroup, Configuration: { ManagedQueryResultsConfiguration: { Enabled: true } } },
        };
      },
    ],
    'GraniteServiceVersion20100801.GetMetricStatistics': ['monitoring', () => ({ Datapoints: [{ Maximum: 0 }] })],
    'GraniteServiceVersion20100801.DeleteAlarms': [
      'monitoring',
      async ({ AlarmNames: [id] }) => {
        const found = Array.from(cloudFormation().stacks.values(), ({ resources }) => resources)
          .flat()
          .find((one) => one.id === id && one.type === 'AWS::CloudWatch::Alarm');
        if (!found) return 'ResourceNotFound';
        await cloudFormation().deleteByHand(found.logicalId);
        return '';
      },
    ],
    'Logs_20140328.FilterLogEvents': [
      'logs',
      ({ logGroupName }) =>
        resource('AWS::Lambda::Function')?.id === String(logGroupName).replace('/aws/lambda/', '')
          ? {
              events: [
                { message: 'REPORT RequestId: 1 Duration: 5.00 ms Billed Duration: 150 ms Init Duration: 144.25 ms' },
              ],
            }
          : 'ResourceNotFoundException',
    ],
  };
  const refuse = (name: string) => ({ status: 400, body: JSON.stringify({ __type: name, message: 'no' }) });

  const services = await serve(async ({ headers }, body) => {
    const [service, operation] = operations[String(headers['x-amz-target'])] ?? [];
    if (!operation) return refuse('UnknownOperationException');
    const signed = /Credential=[^/]+\/\d+\/[^/]+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1];
    if (signed !== service) return refuse('InvalidSignatureException');
    const result = await operation(JSON.parse(body));
    if (result === '') return { status: 200, body: '' };
    return typeof result === 'string' ? refuse(result) : { status: 200, body: JSON.stringify(result) };
  });

  const isSigned = (body: string): boolean => {
    const { currentTime, timePeriod, token } = JSON.parse(body);
    const secret = parameters.get(TOKEN);
    if (secret === undefined || Math.abs(Date.now() - currentTime) > MAX_AGE_MS) return false;
    return token === digestOf(String(timePeriod), String(currentTime), secret).toString('hex');
  };
  const endpoints = await serve(async ({ url = '', method }, body) => {
    const cors = { 'access-control-allow-origin': '*' };
    if (method === 'OPTIONS') return { status: 204, body: '', headers: cors };
    const path = url.replace(/\/$/, '');
    if (resource('AWS::ApiGatewayV2::Api') === undefined || bodies[path] === undefined)
      return { status: 404, body: '{"message":"Not Found"}', headers: cors };
    if (path === '/pie/share' && !isSigned(body)) return { status: 401, body: '{}', headers: cors };
    if (path === '/pie/lake' && isDenied) return { status: 502, body: '{"error":"SOURCE_DENIED"}', headers: cors };
    if (path === '/pie/lake' && !seen.has(path)) queries += 1;
    const age = seen.has(path) ? { age: '1' } : {};
    seen.add(path);
    return { status: 200, body: JSON.stringify(bodies[path] ?? PIE), headers: { ...cors, ...age } };
  });
  const names = ['ssm', 'glue', 'athena', 'monitoring', 'logs'];
  return {
    servers: Object.fromEntries(names.map((name) => [name, services.server])),
    base: endpoints.url,
    held: () => [...parameters.keys(), ...databases.keys()],
    denyLake: () => {
      isDenied = true;
    },
    close: async () => {
      for (const { server } of [services, endpoints]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
};
