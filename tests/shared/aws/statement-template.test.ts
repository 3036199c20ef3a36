import { ExecuteStatementCommand, RDSDataClient } from '@aws-sdk/client-rds-data';
import { expect, test } from '@jest/globals';
import type { SentRequest } from '../../../shared/aws/request-template.ts';
import { createStatementTemplate } from '../../../shared/aws/statement-template.ts';
import { captureRequest } from './capture-request.ts';
import { REGIONS } from './regions.ts';

/** Returns the request that the AWS client would send for a statement. */
const requestOfClient = (region: string, endpoint?: string): Promise<SentRequest> => {
  const command = new ExecuteStatementCommand({ resourceArn: 'cluster', secretArn: 'secret', sql: 'select 1' });
  return captureRequest((settings) => new RDSDataClient(settings).send(command), region, endpoint);
};

const addressOf = ({ method, protocol, hostname, port, path, query, headers }: SentRequest) => ({
  ...{ method, protocol, hostname, port, path, query },
  type: headers['content-type'],
  host: headers.host,
});

const expectSameAddress = async (region: string, endpoint?: string): Promise<void> => {
  const template = createStatementTemplate(region, { ...(endpoint !== undefined && { AWS_ENDPOINT_URL: endpoint }) });
  expect(template?.region).toBe(region);
  expect(template && addressOf(template.request)).toEqual(addressOf(await requestOfClient(region, endpoint)));
};

test.each(REGIONS)('the address of the Data API in %s is that of the AWS client', (region) =>
  expectSameAddress(region),
);

test.each(['http://127.0.0.1:9000', 'https://10.0.0.1'])(
  'the address of the Data API at the endpoint %s is that of the AWS client',
  (endpoint) => expectSameAddress('us-east-1', endpoint),
);

test.each([
  ['a region of China', 'cn-north-1', {}],
  ['no region', '', {}],
  ['FIPS', 'us-east-1', { AWS_USE_FIPS_ENDPOINT: 'true' }],
  ['an endpoint with a host name', 'us-east-1', { AWS_ENDPOINT_URL_RDS_DATA: 'http://localhost:9000' }],
])('the address of the Data API is left to the AWS client for %s', (_, region, environment) => {
  expect(createStatementTemplate(region, environment)).toBeUndefined();
});

test('the endpoint of another service does not change the address of the Data API', () => {
  const template = createStatementTemplate('us-east-1', { AWS_ENDPOINT_URL_S3: 'http://127.0.0.1:9000' });
  expect(template?.request.hostname).toBe('rds-data.us-east-1.amazonaws.com');
});
