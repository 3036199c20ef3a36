import type { ReadSecret } from '../../client/send-request.ts';
import type { LoadedDashboard } from '../../dashboard/definition/load-dashboard.ts';
import type { Diagnostic } from '../../dashboard/folder/diagnostic.ts';

/** The dashboard that a console shows, with the address and the tokens of its endpoints. */
export interface ConsoleHost {
  readonly mode: 'local' | 'deployed';
  /** The beginning of the endpoints’ URLs, without a slash at the end. */
  readonly base: string;
  /** The beginning of the URLs that people read and copy, if it differs from `base`. */
  readonly shown?: string;
  /** Returns the dashboard as it is served now. */
  readonly dashboard: () => LoadedDashboard;
  /** Returns the new errors because of which the newest version of the folder is not served. */
  readonly rejected?: () => readonly Diagnostic[];
  /** Returns a function that reads the current secret of a token. */
  readonly createReadSecret: () => Promise<ReadSecret>;
  /** Keeps a pasted token in memory. Present for a deployed dashboard only. */
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
