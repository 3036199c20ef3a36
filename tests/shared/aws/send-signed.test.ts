import { AthenaClient, GetQueryResultsCommand } from '@aws-sdk/client-athena';
import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { describe, expect, test } from '@jest/globals';
import { type ServiceAddress, serviceAddress } from '../../../shared/aws/send-signed.ts';
import { captureRequest } from '../../support/cloud/capture-request.ts';
import { REGIONS } from '../../support/cloud/regions.ts';

type Send = Parameters<typeof captureRequest>[0];

const CLIENTS: Readonly<Record<'athena' | 'dynamodb' | 'rds-data' | 'ssm', Send>> = {
  athena: (settings) => new AthenaClient(settings).send(new GetQueryResultsCommand({ QueryExecutionId: 'a' })),
  dynamodb: (settings) =>
    new DynamoDBClient(settings).send(new GetItemCommand({ TableName: 'a', Key: { key: { S: 'a' } } })),
  'rds-data': (settings) =>
    new RDSDataClient(settings).send(new ExecuteStatementCommand({ resourceArn: 'a', secretArn: 'b', sql: 'c' })),
  ssm: (settings) => new SSMClient(settings).send(new GetParameterCommand({ Name: 'a' })),
};
const SERVICES = Object.keys(CLIENTS) as (keyof typeof CLIENTS)[];

const addressOfClient = async (
  service: keyof typeof CLIENTS,
  region: string,
  endpoint?: string,
): Promise<ServiceAddress> => {
  const { protocol, hostname, port } = await captureRequest(CLIENTS[service], region, endpoint);
  return { protocol, hostname, ...(port !== undefined && { port }) };
};

describe.each(SERVICES)('the address of %s', (service) => {
  test.each(REGIONS)(`the address of ${service} in %s is that of the AWS client`, async (region) => {
    expect(serviceAddress(service, region, {})).toEqual(await addressOfClient(service, region));
  });

  test.each(['http://127.0.0.1:9000', 'https://10.0.0.1'])(
    `the address of ${service} at the endpoint %s is that of the AWS client`,
    async (endpoint) => {
      const own = `AWS_ENDPOINT_URL_${service.toUpperCase().replace('-', '_')}`;
      for (const name of ['AWS_ENDPOINT_URL', own]) {
        const address = serviceAddress(service, 'us-east-1', { [name]: endpoint });
        expect(address).toEqual(await addressOfClient(service, 'us-east-1', endpoint));
      }
    },
  );

  test.each<readonly [string, string, Readonly<Record<string, string>>]>([
    ['a region of China', 'cn-north-1', {}],
    ['a region of GovCloud', 'us-gov-west-1', {}],
    ['no region', '', {}],
    ['FIPS', 'us-east-1', { AWS_USE_FIPS_ENDPOINT: 'true' }],
    ['IPv6', 'us-east-1', { AWS_USE_DUALSTACK_ENDPOINT: 'true' }],
    ['addresses by account', 'us-east-1', { AWS_ACCOUNT_ID: '000000000000' }],
    ['an endpoint with a host name', 'us-east-1', { AWS_ENDPOINT_URL: 'http://localhost:9000' }],
  ])(`the address of ${service} is left to the AWS client for %s`, (_, region, environment) => {
    expect(serviceAddress(service, region, environment)).toBeUndefined();
  });

  test(`the endpoint of S3 does not change the address of ${service}`, () => {
    const environment = { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' };
    expect(serviceAddress(service, 'us-east-1', environment)?.hostname).toBe(`${service}.us-east-1.amazonaws.com`);
  });
});
