import type { LoadedDashboard } from '../dashboard/definition/load-dashboard.ts';
import { auroraZone } from '../dashboard/head/aurora-zones.ts';
import { defaultVersion } from '../dashboard/head/engine-version.ts';
import { deadlineOf } from '../dashboard/head/functions.ts';
import type { Resource, Tag } from './template/template.ts';

type Resources = Readonly<Record<string, Resource>>;
type Dashboard = Pick<LoadedDashboard, 'ownDatabase' | 'region' | 'dialect' | 'timeout'>;

const NETWORK = 'DatabaseNetwork';
const ACCESS = 'DatabaseAccess';

/** Subnets of 10.0.0.0/24, one per Availability Zone. */
const SUBNETS: Readonly<Record<string, string>> = {
  DatabaseSubnetA: '10.0.0.0/26',
  DatabaseSubnetB: '10.0.0.64/26',
  DatabaseSubnetC: '10.0.0.128/26',
};

/** New accounts see only two zones there. Aurora needs two and works best with three. */
const REGIONS_OF_TWO_ZONES = new Set(['us-west-1']);

const refer = (id: string) => ({ Ref: id });

const subnetsOf = ({ region = '' }: Dashboard) =>
  Object.entries(SUBNETS).slice(0, REGIONS_OF_TWO_ZONES.has(region) ? 2 : 3);

const subnet = (cidr: string, zone: number, tags: readonly Tag[]): Resource => ({
  Type: 'AWS::EC2::Subnet',
  Properties: {
    VpcId: refer(NETWORK),
    CidrBlock: cidr,
    AvailabilityZone: { 'Fn::Select': [zone, { 'Fn::GetAZs': '' }] },
    Tags: tags,
  },
});

/** Creates a VPC without a route to the internet: functions reach the database only through the Data API. */
const networkOf = (dashboard: Dashboard, tags: readonly Tag[]): Resources => ({
  [NETWORK]: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: '10.0.0.0/24', Tags: tags } },
  ...Object.fromEntries(subnetsOf(dashboard).map(([id, cidr], zone) => [id, subnet(cidr, zone, tags)])),
  [ACCESS]: {
    Type: 'AWS::EC2::SecurityGroup',
    Properties: { GroupDescription: 'Lets nothing in', VpcId: refer(NETWORK), Tags: tags },
  },
});

/** Settings of infra/stack/resources/database.yml that depend on the dashboard. */
export interface DatabaseSettings {
  readonly engine: 'aurora-postgresql' | 'aurora-mysql';
  readonly engineVersion: string;
  readonly subnets: readonly (string | { readonly Ref: string })[];
  readonly securityGroup: string | { readonly Ref: string };
}

export const databaseSettings = (dashboard: Dashboard): DatabaseSettings => {
  const {
    subnets,
    securityGroup = refer(ACCESS),
    engineVersion = defaultVersion(dashboard.dialect?.engine),
  } = dashboard.ownDatabase ?? {};
  return {
    engine: dashboard.dialect?.engine === 'mysql' ? 'aurora-mysql' : 'aurora-postgresql',
    engineVersion,
    subnets: subnets ?? subnetsOf(dashboard).map(([id]) => refer(id)),
    securityGroup,
  };
};

/**
 * Returns the snapshot from which the database is restored, or the owner and the encryption of a new database. Every
 * later template repeats the snapshot, because CloudFormation replaces the database with an empty one if the snapshot
 * changes or is missing.
 */
const originOf = ({ ownDatabase }: Dashboard): Resource => ({
  Type: 'AWS::RDS::DBCluster',
  Properties:
    ownDatabase?.snapshot === undefined
      ? { MasterUsername: 'wallfeed', StorageEncrypted: true }
      : { SnapshotIdentifier: ownDatabase.snapshot },
});

const PARAMETERS = 'DatabaseParameters';

/**
 * Returns settings of Aurora MySQL: the zone in which sessions show times, and the milliseconds after which the server
 * stops a SELECT, because functions no longer wait for it.
 */
const sessionSettings = (dashboard: Dashboard, tags: readonly Tag[]): Resources => {
  if (dashboard.dialect?.engine !== 'mysql') return {};
  const [version = ''] = databaseSettings(dashboard).engineVersion.split('.mysql_aurora');
  return {
    [PARAMETERS]: {
      Type: 'AWS::RDS::DBClusterParameterGroup',
      Properties: {
        Description: 'The sessions of the database of a Wallfeed dashboard',
        Family: `aurora-mysql${version}`,
        Parameters: {
          time_zone: auroraZone(dashboard.dialect.timezone ?? 'UTC') ?? 'UTC',
          max_execution_time: String(deadlineOf(dashboard)),
        },
        Tags: tags,
      },
    },
  };
};

const databaseOf = (dashboard: Dashboard, { [PARAMETERS]: parameters }: Resources): Resource => {
  const { Properties, ...database } = originOf(dashboard);
  const named = parameters && { DBClusterParameterGroupName: refer(PARAMETERS) };
  return { ...database, Properties: { ...Properties, ...named } };
};

/** Returns the database resources that depend on the dashboard; infra/stack/resources/database.yml has the others. */
export const databaseResources = (dashboard: Dashboard, tags: readonly Tag[]): Resources => {
  const settings = sessionSettings(dashboard, tags);
  return {
    ...settings,
    Database: databaseOf(dashboard, settings),
    ...(dashboard.ownDatabase?.subnets ? {} : networkOf(dashboard, tags)),
  };
};
