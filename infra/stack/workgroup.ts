import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { MIN_SCAN_BYTES } from '../dashboard/head/athena-settings.ts';
import { lakeDatasetsOf, needsWorkgroup } from './sources.ts';
import type { Resource, Tag, Value } from './template/template.ts';

/** The logical id of the stack's own workgroup. */
export const WORKGROUP = 'Workgroup';

/** The name of the stack's own workgroup. */
export const OWN_WORKGROUP: Value = { Ref: WORKGROUP };

/** Returns the largest number of bytes that a dataset of the stack's own workgroup may scan. */
const cutoffOf = (dashboard: LoadedDashboard): number => {
  const own = lakeDatasetsOf(dashboard).filter(({ config }) => config.source.workgroup === undefined);
  return Math.max(MIN_SCAN_BYTES, ...own.map(({ scan = MIN_SCAN_BYTES }) => scan));
};

/**
 * Creates the stack's own workgroup; nothing if no dataset uses it. Athena keeps the results for 24 hours in storage of
 * its own, so functions need no bucket for them. A function cannot override these settings.
 */
export const workgroupResources = (
  dashboard: LoadedDashboard,
  name: string,
  tags: readonly Tag[],
): Readonly<Record<string, Resource>> =>
  needsWorkgroup(dashboard)
    ? {
        [WORKGROUP]: {
          Type: 'AWS::Athena::WorkGroup',
          Properties: {
            Name: name,
            Description: 'Queries of the datasets of a Wallfeed dashboard',
            RecursiveDeleteOption: true,
            WorkGroupConfiguration: {
              EnforceWorkGroupConfiguration: true,
              BytesScannedCutoffPerQuery: cutoffOf(dashboard),
              ManagedQueryResultsConfiguration: { Enabled: true },
              PublishCloudWatchMetricsEnabled: dashboard.watch !== 'none',
            },
            Tags: tags,
          },
        },
      }
    : {};
