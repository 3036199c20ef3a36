import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';
import type { WrittenFunctions } from './write-functions.ts';

export type FuzzEvent = Pick<
  APIGatewayProxyEventV2,
  'version' | 'rawPath' | 'rawQueryString' | 'headers' | 'isBase64Encoded'
> &
  Partial<Pick<APIGatewayProxyEventV2, 'body' | 'pathParameters'>>;

type Handler = (event: FuzzEvent, context: Partial<Context>) => Promise<unknown>;

export type Invoke = (family: string, event: FuzzEvent, requestId: string) => Promise<unknown>;

const REMAINING_MS = 10_000;

/** Skips the warm-up. */
export const loadFunctions = async (
  { folder, families }: WrittenFunctions,
  environment: Readonly<Record<string, string>>,
): Promise<Invoke> => {
  Object.assign(process.env, environment, { AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '256' });
  process.setMaxListeners(process.getMaxListeners() + families.length);
  const require = createRequire(import.meta.url);
  const handlers = new Map<string, Handler>();
  for (const family of families) {
    process.env.LAMBDA_TASK_ROOT = join(folder, family);
    const { open } = require(join(folder, family, 'main.js')) as { open: () => Promise<{ handler: Handler }> };
    handlers.set(family, (await open()).handler);
  }
  return async (family, event, awsRequestId) => {
    const context = { awsRequestId, functionName: `fuzz-${family}`, getRemainingTimeInMillis: () => REMAINING_MS };
    return handlers.get(family)?.(event, context);
  };
};
