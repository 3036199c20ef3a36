import { jest } from '@jest/globals';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import { loadValidators } from '../../../infra/build/bundling/validators.ts';
import { loadShapes } from '../../../infra/build/catalogue/load-catalogue.ts';
import type { EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import type { Problem } from '../../../shared/middleware/answer-errors.ts';
import { createHandler } from '../../../shared/middleware/create-handler.ts';
import { createEvent } from './create-event.ts';

/** The file does not exist, because these tests end before a file is read. */
export const ENDPOINT: EndpointConfig = {
  component: '3D Pie Chart',
  shape: '3d-pie-chart',
  options: {},
  tables: { table: { source: 'csv', key: 'wall/share.csv' } },
  tokens: [],
  deadline: 5000,
};

export const REQUEST_EVENT = createEvent({ endpoint: 'share', query: 'currentTime=1513137332798&timePeriod=30' });

export const SCHEDULED_EVENT = { version: '0', 'detail-type': 'Scheduled Event', source: 'aws.events', detail: {} };

export interface Served {
  readonly statusCode: number;
  readonly problem: Problem;
  readonly line: Readonly<Record<string, unknown>>;
}

export const createServe = async () => {
  const written: string[] = [];
  jest.spyOn(process.stdout, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  const shapes = await loadShapes('pie');
  const validators = (await loadValidators()).pie ?? {};
  return (endpoints: Readonly<Record<string, EndpointConfig>>) => {
    const config = { dashboard: 'wall', family: 'pie', version: 'one', timezone: 'UTC', endpoints };
    const handler = createHandler({ shapes, validators, config });
    return async (event: unknown, more: Partial<Context> = {}): Promise<Served> => {
      const context = { awsRequestId: 'request-1', functionName: 'wall-pie', ...more } as Context;
      const { statusCode = 0, body = '' } = await handler(event as APIGatewayProxyEventV2, context);
      return { statusCode, problem: JSON.parse(body), line: JSON.parse(written.at(-1) ?? '') };
    };
  };
};
