import type { FurtherCheck } from '../dashboard/check-dashboard.ts';
import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { permissionsOf } from '../stack/permissions.ts';
import { objectsOf } from '../stack/sources.ts';

/** AWS bills interface endpoints by the hour and zone. */
const BILLED = ['athena', 'rds-data', 'ssm'];

/** Price of an interface endpoint in one zone of us-east-1, at 0.01 USD an hour. Other regions cost up to twice as much. */
const ENDPOINT_USD_A_MONTH = '7.30';

const endpointsOf = (dashboard: LoadedDashboard) => {
  const actions = permissionsOf('all', dashboard).flatMap(({ Action }) => Action);
  const isCalled = (service: string): boolean => actions.some((action) => action.startsWith(`${service}:`));
  const free = [...(objectsOf(dashboard).length > 0 ? ['s3'] : []), ...(isCalled('dynamodb') ? ['dynamodb'] : [])];
  return { free, billed: BILLED.filter(isCalled) };
};

export const checkVpc: FurtherCheck = async (dashboard) => {
  if (!dashboard.vpc || dashboard.errors.length > 0) return [];
  const { free, billed } = endpointsOf(dashboard);
  const all = [...free, ...billed];
  if (all.length === 0) return [];
  const costs = [
    ...(free.length > 0 ? [`gateway endpoints of ${free.join(', ')} are free`] : []),
    ...(billed.length > 0
      ? [`interface endpoints of ${billed.join(', ')} cost about ${ENDPOINT_USD_A_MONTH} USD a month each in each zone`]
      : []),
  ];
  const message = `in a VPC the functions reach ${all.join(', ')} only through endpoints of the VPC, or a NAT gateway`;
  return [
    dashboard.written.toDiagnostic({ path: ['vpc'], part: 'key', message, hint: costs.join(', '), severity: 'note' }),
  ];
};
