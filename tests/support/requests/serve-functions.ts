import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createGateway } from '../../../infra/local/gateway/create-gateway.ts';
import { runService } from '../../../infra/local/start-stack.ts';
import type { Cors, Service, ThrottleLimits } from '../../../infra/stack/template/read-service.ts';

export interface Served {
  readonly url: string;
  readonly lines: readonly string[];
  close(): Promise<void>;
}

export interface ServeOptions {
  /** Source by name. The route of a function is `POST /<name>/{endpoint}`. */
  readonly functions: Readonly<Record<string, string>>;
  readonly routes?: readonly { readonly key: string; readonly target: string }[];
  readonly cors?: Cors;
  readonly throttle?: ThrottleLimits;
  /** Milliseconds. */
  readonly timeout?: number;
  readonly limit?: number;
  readonly environments?: number;
  readonly maxWaitMs?: number;
}

const serviceOf = ({ functions, routes = [], cors, throttle, timeout = 5000 }: ServeOptions): Service => ({
  functions: Object.keys(functions).map((name) => ({
    logicalId: name,
    code: name,
    zip: `${name}.zip`,
    name: `local-${name}`,
    handler: 'index.handler',
    memory: 128,
    timeout,
    environment: { WORD: 'of the template' },
  })),
  routes: [...Object.keys(functions).map((name) => ({ key: `POST /${name}/{endpoint}`, target: name })), ...routes],
  ...(cors ? { cors } : {}),
  ...(throttle ? { throttle } : {}),
});

export const serve = async (options: ServeOptions): Promise<Served> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-gateway-'));
  const lines: string[] = [];
  for (const [name, source] of Object.entries(options.functions)) {
    await mkdir(join(folder, name));
    await writeFile(join(folder, name, 'index.js'), source);
  }
  const { limit, environments, maxWaitMs } = options;
  const service = serviceOf(options);
  const running = runService({
    service,
    taskRoots: Object.fromEntries(Object.keys(options.functions).map((name) => [name, join(folder, name)])),
    environment: { AWS_REGION: 'us-east-1' },
    log: (code, line) => lines.push(`${code} ${line}`),
    ...(environments === undefined ? {} : { environments }),
    ...(maxWaitMs === undefined ? {} : { maxWaitMs }),
  });
  const gateway = createGateway(limit === undefined ? {} : { limit });
  gateway.use(service, running.invoke);
  await once(gateway.server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(gateway.server.address() as AddressInfo).port}`,
    lines,
    close: async () => {
      gateway.server.close();
      gateway.server.closeAllConnections();
      await running.end();
      await rm(folder, { recursive: true });
    },
  };
};
