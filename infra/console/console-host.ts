import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import type { ReadSecret } from '../local/client/read-secret.ts';

/** The dashboard that a console shows, with the address and the tokens of its endpoints. */
export interface ConsoleHost {
  readonly mode: 'local' | 'deployed';
  /** The beginning of the endpoints’ URLs, without a slash at the end. */
  readonly base: string;
  /** Returns the dashboard as it is served now. */
  readonly dashboard: () => LoadedDashboard;
  /** Returns a function that reads the current secret of a token. */
  readonly createReadSecret: () => Promise<ReadSecret>;
  /** Keeps a pasted token in memory. Present for a deployed dashboard only. */
  readonly keepToken?: (token: string) => void;
}
