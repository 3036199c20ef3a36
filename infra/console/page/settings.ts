import type { EndpointStatus } from '../protocol.ts';

/** The status of a tile: pending until the first response. */
export type TileStatus = EndpointStatus | 'pending';

/** The user's choices, which are stored in the page's URL. */
export interface Settings {
  /** Length of the time window in minutes. */
  readonly timePeriod: number;
  readonly filter: string;
  /** Shows only the endpoints with this status. */
  readonly status?: TileStatus | undefined;
  readonly isPolling: boolean;
}

const DEFAULT_TIME_PERIOD_MINUTES = 60;

/** Time windows to choose from, in minutes. */
export const TIME_PERIODS: readonly number[] = [5, 30, 60, 360, 1440, 10_080, 43_200];

const STATUSES: readonly TileStatus[] = ['pending', 'drawn', 'empty', 'stale', 'failed'];

/** Reads the settings from the query of the page's URL. */
export const readSettings = (query: string): Settings => {
  const parameters = new URLSearchParams(query);
  const window = parameters.get('window') ?? '';
  const status = STATUSES.find((one) => one === parameters.get('status'));
  return {
    timePeriod: /^[1-9]\d{0,6}$/.test(window) ? Number(window) : DEFAULT_TIME_PERIOD_MINUTES,
    filter: parameters.get('filter') ?? '',
    ...(status && { status }),
    isPolling: parameters.get('poll') !== 'off',
  };
};

/** Writes the settings as a query, without settings that have their default value. */
export const writeSettings = ({ timePeriod, filter, status, isPolling }: Settings): string => {
  const parameters = new URLSearchParams();
  if (timePeriod !== DEFAULT_TIME_PERIOD_MINUTES) parameters.set('window', String(timePeriod));
  if (filter !== '') parameters.set('filter', filter);
  if (status !== undefined) parameters.set('status', status);
  if (!isPolling) parameters.set('poll', 'off');
  const query = parameters.toString();
  return query === '' ? '' : `?${query}`;
};
