import type { ReadSecret } from '../../client/send-request.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Diagnostic } from '../../dashboard/folder/diagnostic.ts';

export interface ConsoleHost {
  readonly mode: 'local' | 'deployed';
  /** The base of the endpoints’ URLs, without a slash at the end. */
  readonly base: string;
  /** The base of the URLs that people read and copy, if it differs from `base`. */
  readonly shown?: string;
  readonly dashboard: () => LoadedDashboard;
  /** The newest version of the folder is not served because of these errors. */
  readonly rejected?: () => readonly Diagnostic[];
  readonly createReadSecret: () => Promise<ReadSecret>;
  /** In memory. Present for a deployed dashboard only. */
  readonly keepToken?: (token: string) => void;
}

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
