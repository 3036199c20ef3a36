import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import { apiAlarms } from './api-alarms.ts';
import { functionAlarms, slowAlarm } from './function-alarms.ts';
import { metricsPage } from './metrics-page.ts';
import type { Resource } from './template.ts';
import type { WatchedStack } from './watched-stack.ts';

/** Returns the addresses that get a stack's alarms, without duplicates. */
export const alarmAddresses = ({ alarms, budget }: Pick<LoadedDashboard, 'alarms' | 'budget'>): readonly string[] => {
  const addresses = [alarms?.email, budget?.email].filter((address) => address !== undefined);
  return [...new Map(addresses.toReversed().map((address) => [address.toLowerCase(), address])).values()].toReversed();
};

type Resources = Readonly<Record<string, Resource>>;

const subscriptions = (dashboard: LoadedDashboard): Resources =>
  Object.fromEntries(
    alarmAddresses(dashboard).map((address, index) => [
      `AlarmSubscription${index === 0 ? '' : index + 1}`,
      {
        Type: 'AWS::SNS::Subscription',
        Properties: { TopicArn: { Ref: 'AlarmTopic' }, Protocol: 'email', Endpoint: address },
      },
    ]),
  );

const ofEachFunction = (dashboard: LoadedDashboard, stack: WatchedStack): Resources => ({
  ...Object.assign({}, ...stack.functions.map((one) => functionAlarms(stack.name, one, stack.tags))),
  ...metricsPage({ ...stack, dashboard: dashboard.name }),
});

/** Creates alarms, their subscriptions and the CloudWatch dashboard, as `watch` in the dashboard file requests. */
export const watchingResources = (dashboard: LoadedDashboard, stack: WatchedStack): Resources => {
  if (dashboard.watch === 'none') return {};
  return {
    ...apiAlarms(stack.name, dashboard, stack.tags),
    ...subscriptions(dashboard),
    ...(dashboard.watch === 'full' ? ofEachFunction(dashboard, stack) : slowAlarm(dashboard, stack)),
  };
};
