import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';

/** Addresses that get a stack's alarms, each once. */
export const alarmAddresses = ({ alarms, budget }: Pick<LoadedDashboard, 'alarms' | 'budget'>): readonly string[] => {
  const addresses = [alarms?.email, budget?.email].filter((address) => address !== undefined);
  return [...new Map(addresses.toReversed().map((address) => [address.toLowerCase(), address])).values()].toReversed();
};
