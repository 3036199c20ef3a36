import { buildFunctions } from '../../../infra/build/bundling/build-functions.ts';
import { checkDashboard } from '../../../infra/dashboard/check-dashboard.ts';
import type { LoadedDashboard } from '../../../infra/dashboard/definition/load-dashboard.ts';
import type { Diagnostic } from '../../../infra/dashboard/folder/diagnostic.ts';
import { createGateway } from '../../../infra/local/gateway/create-gateway.ts';
import { type Stack, type StackOptions, startStack } from '../../../infra/local/start-stack.ts';
import { listen } from '../cloud/listen.ts';

export interface ServedDashboard {
  readonly url: string;
  readonly dashboard: LoadedDashboard;
  readonly warnings: readonly Diagnostic[];
  readonly stack: Stack;
  close(): Promise<void>;
}

type ServeOptions = Partial<Pick<StackOptions, 'log' | 'environment' | 'environments' | 'maxInvocationMs'>>;

/** @throws an error with all mistakes of the definition, or for a seed that fails. */
export const serveDashboard = async (folder: string, options: ServeOptions = {}): Promise<ServedDashboard> => {
  const { dashboard, errors, warnings } = await checkDashboard(folder);
  if (errors.length > 0) throw new Error(errors.map(({ line, message }) => `${line}: ${message}`).join('\n'));
  const families = [...new Set(dashboard.endpoints.map(({ family }) => family))];
  const { folder: bundles } = await buildFunctions({ families });
  const { maxInvocationMs: limit } = options;
  const gateway = createGateway(limit === undefined ? {} : { limit });
  const stack = await startStack({
    log: () => undefined,
    report: (error) => {
      throw error;
    },
    signal: new AbortController().signal,
    ...options,
    folder,
    bundles,
    gateway,
  });
  await stack.deploy(dashboard);
  const { url, close } = await listen(gateway.server);
  return { url, dashboard, warnings, stack, close: () => close().then(stack.close) };
};
