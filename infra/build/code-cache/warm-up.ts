import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import vm from 'node:vm';
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda';

type Handler = (event: Partial<APIGatewayProxyEventV2>, context: Partial<Context>) => Promise<unknown>;

/** The scripts that the loader ran, by their files. */
const scripts = new Map<string, vm.Script>();

const recordScripts = (): void => {
  const { Script } = vm;
  const record = (code: string, options: vm.ScriptOptions): vm.Script => {
    const script = new Script(code, options);
    scripts.set(options.filename ?? '', script);
    return script;
  };
  Object.assign(vm, { Script: new Proxy(Script, { construct: (_, [code, options]) => record(code, options) }) });
};

const digest = createHash('md5').update('301513137332798rehearsal').digest('hex');

const eventOf = (endpoint: string): Partial<APIGatewayProxyEventV2> => ({
  version: '2.0',
  rawPath: `/rehearsal/${endpoint}`,
  rawQueryString: '',
  pathParameters: { endpoint },
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ currentTime: 1513137332798, timePeriod: 30, token: digest }),
  isBase64Encoded: false,
});

const context: Partial<Context> = { awsRequestId: 'warm-up', getRemainingTimeInMillis: () => 10_000 };

/**
 * Runs requests through a function, and writes beside each of its scripts what V8 compiled for them. Whether they are
 * answered well does not matter here. Arguments: the function's folder, then the endpoints to ask for.
 */
const [folder = '', ...slugs] = process.argv.slice(2);
recordScripts();
const { handler } = createRequire(import.meta.url)(join(folder, 'index.js')) as { handler: Handler };
for (const slug of slugs) await handler(eventOf(slug), context).catch(() => undefined);
for (const [file, script] of scripts) writeFileSync(`${file}.cache`, script.createCachedData());
process.exit();
