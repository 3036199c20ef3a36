import type { KindStack, LoadedDataset } from '../source-kind.ts';
import type { Resource, Value } from '../template-values.ts';
import { MIN_SCAN_BYTES } from './athena-settings.ts';
import { asksOwnWorkgroup, isLake } from './lake-dataset.ts';

/** The logical id of the stack's own workgroup. */
export const WORKGROUP = 'Workgroup';

/** The name of the stack's own workgroup. */
export const OWN_WORKGROUP: Value = { Ref: WORKGROUP };

/** Returns the largest number of bytes that a dataset of the stack's own workgroup may scan. */
const cutoffOf = (datasets: readonly LoadedDataset[]): number => {
  const own = datasets.filter(isLake).filter(asksOwnWorkgroup);
  return Math.max(MIN_SCAN_BYTES, ...own.map(({ scan = MIN_SCAN_BYTES }) => scan));
};

/**
 * Creates the stack's own workgroup; nothing if no dataset uses it. Athena keeps the results for 24 hours in storage of
 * its own, so functions need no bucket for them. A function cannot override these settings.
 */
export const workgroupResources = (
  datasets: readonly LoadedDataset[],
  { name, watch, tags }: KindStack,
): Readonly<Record<string, Resource>> =>
  datasets.some(asksOwnWorkgroup)
    ? {
        [WORKGROUP]: {
          Type: 'AWS::Athena::WorkGroup',
          Properties: {
            Name: name,
            Description: 'Queries of the datasets of a Wallfeed dashboard',
            RecursiveDeleteOption: true,
            WorkGroupConfiguration: {
              EnforceWorkGroupConfiguration: true,
              BytesScannedCutoffPerQuery: cutoffOf(datasets),
              ManagedQueryResultsConfiguration: { Enabled: true },
              PublishCloudWatchMetricsEnabled: watch !== 'none',
            },
            Tags: tags,
          },
        },
      }
    : {};
