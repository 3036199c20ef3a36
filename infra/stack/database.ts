import { DEFAULT_ENGINE_VERSION } from '../dashboard/check-database.ts';
import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';
import type { Tag } from './tags.ts';
import type { Resource } from './template.ts';

type Resources = Readonly<Record<string, Resource>>;
type Dashboard = Pick<LoadedDashboard, 'ownDatabase' | 'region'>;

const NETWORK = 'DatabaseNetwork';
const ACCESS = 'DatabaseAccess';

/** Parts of 10.0.0.0/24, one for each Availability Zone. */
const SUBNETS: Readonly<Record<string, string>> = {
  DatabaseSubnetA: '10.0.0.0/26',
  DatabaseSubnetB: '10.0.0.64/26',
  DatabaseSubnetC: '10.0.0.128/26',
};

/** Aurora needs two zones and works best with three; a new account sees only two in these regions. */
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

/** A VPC of the stack's own without any way in or out: functions reach the database through the Data API alone. */
const networkOf = (dashboard: Dashboard, tags: readonly Tag[]): Resources => ({
  [NETWORK]: { Type: 'AWS::EC2::VPC', Properties: { CidrBlock: '10.0.0.0/24', Tags: tags } },
  ...Object.fromEntries(subnetsOf(dashboard).map(([id, cidr], zone) => [id, subnet(cidr, zone, tags)])),
  [ACCESS]: {
    Type: 'AWS::EC2::SecurityGroup',
    Properties: { GroupDescription: 'Lets nothing in', VpcId: refer(NETWORK), Tags: tags },
  },
});

/** The settings of infra/stack/resources/database.yml that depend on the dashboard. */
export interface DatabaseSettings {
  readonly engineVersion: string;
  readonly subnets: readonly (string | { readonly Ref: string })[];
  readonly securityGroup: string | { readonly Ref: string };
}

/** Where the stack's own database is and which version it runs. */
export const databaseSettings = (dashboard: Dashboard): DatabaseSettings => {
  const {
    subnets,
    securityGroup = refer(ACCESS),
    engineVersion = DEFAULT_ENGINE_VERSION,
  } = dashboard.ownDatabase ?? {};
  return { engineVersion, subnets: subnets ?? subnetsOf(dashboard).map(([id]) => refer(id)), securityGroup };
};

/**
 * A restored database has the owner and the encryption of its snapshot. CloudFormation replaces the database by an empty one
 * when its snapshot changes or is left out later, so every later template repeats it.
 */
const originOf = ({ ownDatabase }: Dashboard): Resource => ({
  Type: 'AWS::RDS::DBCluster',
  Properties:
    ownDatabase?.snapshot === undefined
      ? { MasterUsername: 'wallfeed', StorageEncrypted: true }
      : { SnapshotIdentifier: ownDatabase.snapshot },
});

/** The parts of the stack's own database that depend on the dashboard; infra/stack/resources/database.yml has the rest. */
export const databaseResources = (dashboard: Dashboard, tags: readonly Tag[]): Resources => ({
  Database: originOf(dashboard),
  ...(dashboard.ownDatabase?.subnets ? {} : networkOf(dashboard, tags)),
});
