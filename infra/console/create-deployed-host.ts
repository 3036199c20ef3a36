import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import type { ConsoleHost } from './console-host.ts';

/**
 * Creates the host of a deployed dashboard. The user pastes the token into the page, and the host keeps the token in
 * memory only.
 * @param base the beginning of the deployed URLs, without a slash at its end.
 */
export const createDeployedHost = (dashboard: LoadedDashboard, base: string): ConsoleHost => {
  let pasted: string | undefined;
  return {
    mode: 'deployed',
    base,
    dashboard: () => dashboard,
    createReadSecret: async () => () => pasted,
    keepToken: (token) => {
      pasted = token;
    },
  };
};
