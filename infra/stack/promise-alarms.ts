import { METRICS_NAMESPACE } from '../../shared/middleware/log-line.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { translate } from '../language/translate.ts';
import { domainIn } from './http-api.ts';
import { hasPromises, isPromising } from './promises.ts';
import { needsTable, topicsOf } from './sources.ts';
import type { Resource } from './template/template.ts';
import { alarm, PERIOD_SECONDS, type WatchedStack } from './watching/alarms.ts';

type Resources = Readonly<Record<string, Resource>>;

/** Each alarm names this place of the runbook. */
const RUNBOOK = 'infra/README.md#watching';

const DAY_SECONDS = 86_400;
/** ACM renews its own certificates 60 days before they expire, so fewer days mean a failure. */
const MIN_CERTIFICATE_DAYS = 20;

const UNSENT = {
  AlarmDescription:
    'A promise has changed, and its message could not be sent or written down. The log lines of the functions say why',
  MetricName: 'unsent',
  Statistic: 'Sum',
  Threshold: 0,
  EvaluationPeriods: 1,
};

const CACHE_FAILURES = {
  AlarmDescription: 'Functions cannot use the shared cache. The log lines of the functions say why',
  MetricName: 'cacheFailures',
  Statistic: 'Sum',
  Threshold: 0,
  EvaluationPeriods: 3,
  DatapointsToAlarm: 2,
};

/**
 * Functions write 1 for a request and a schedule writes 0, both only while the wall is open. At closed hours data is
 * missing, and the state of the alarm stays.
 */
const silenceOf = (silenceMs: number) => ({
  AlarmDescription: 'The wall is open, and no component has asked. The screens are off, or cannot reach the API',
  MetricName: 'asked',
  Statistic: 'Sum',
  ComparisonOperator: 'LessThanThreshold',
  Threshold: 1,
  EvaluationPeriods: silenceMs / 1000 / PERIOD_SECONDS,
  TreatMissingData: 'ignore',
});

const certificateOf = (certificate: string) => ({
  AlarmDescription: 'The certificate of the domain expires soon, and was not renewed',
  Namespace: 'AWS/CertificateManager',
  MetricName: 'DaysToExpiry',
  Dimensions: [{ Name: 'CertificateArn', Value: certificate }],
  Statistic: 'Minimum',
  Period: DAY_SECONDS,
  ComparisonOperator: 'LessThanThreshold',
  Threshold: MIN_CERTIFICATE_DAYS,
  EvaluationPeriods: 1,
});

/** Creates alarms of a dashboard with promises, `silence` or a webhook. They also say when they end. */
export const promiseAlarms = (dashboard: LoadedDashboard, { name, stage, tags }: WatchedStack): Resources => {
  if (!isPromising(dashboard) || dashboard.watch === 'none') return {};
  const { alarms } = dashboard;
  const domain = domainIn(dashboard, stage);
  const own = {
    Namespace: METRICS_NAMESPACE,
    Dimensions: [
      { Name: 'dashboard', Value: dashboard.name },
      { Name: 'stage', Value: stage },
    ],
  };
  const create = (word: string, settings: object): Resource =>
    alarm(tags, { AlarmName: `${name}-${word}`, ...own, ...settings, OKActions: [{ Ref: 'AlarmTopic' }] });
  return {
    ...(hasPromises(dashboard) && { UnsentAlarm: create('unsent', UNSENT) }),
    ...(needsTable(dashboard) && { CacheFailuresAlarm: create('cacheFailures', CACHE_FAILURES) }),
    ...(alarms?.silenceMs !== undefined && { SilenceAlarm: create('silence', silenceOf(alarms.silenceMs)) }),
    ...(domain?.certificate !== undefined && {
      CertificateAlarm: create('certificate', certificateOf(domain.certificate)),
    }),
  };
};

type Properties = Readonly<Record<string, unknown>>;

const ACTIONS = ['AlarmActions', 'OKActions'] as const;

/** Lets alarms tell all topics, and name the runbook if the dashboard has promises, `silence` or a webhook. */
export const withReceivers = (dashboard: LoadedDashboard, resources: Resources): Resources => {
  const topics = topicsOf(dashboard);
  const namesRunbook = isPromising(dashboard);
  const inLanguage = dashboard.language === 'zh' ? translate : (text: string) => text;
  const changed = (properties: Properties): Properties => ({
    ...properties,
    ...(namesRunbook && { AlarmDescription: `${inLanguage(String(properties.AlarmDescription))} (${RUNBOOK})` }),
    ...Object.fromEntries(ACTIONS.filter((key) => Object.hasOwn(properties, key)).map((key) => [key, topics])),
  });
  if (!namesRunbook && topics.length === 1) return resources;
  return Object.fromEntries(
    Object.entries(resources).map(([id, resource]) => [
      id,
      resource.Type === 'AWS::CloudWatch::Alarm'
        ? { ...resource, Properties: changed(resource.Properties ?? {}) }
        : resource,
    ]),
  );
};
