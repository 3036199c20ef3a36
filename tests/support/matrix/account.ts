import { basename } from 'node:path';
import { type ApplyOptions, applyTemplate } from '../../../infra/deploy/apply-template.ts';
import { findStack } from '../../../infra/deploy/aws/stacks.ts';
import { completeDeployment } from '../../../infra/deploy/deploy-dashboard.ts';
import { readStatements } from '../../../infra/deploy/seed-database.ts';
import type { PackagedService } from '../../../infra/stack/package-service.ts';
import { type CloudFormation, startCloudFormation } from '../cloud/cloudformation/start-cloudformation.ts';
import { restoreState, type State } from '../cloud/listen.ts';
import { type Gate, startGate } from '../cloud/start-gate.ts';
import { type Rds, startRds } from '../cloud/start-rds.ts';
import { type S3, startS3 } from '../cloud/start-s3.ts';
import { startSecretsManager } from '../cloud/start-secrets-manager.ts';
import type { WritableDataApi } from '../cloud/start-writable-data-api.ts';
import { signedIn } from '../run-command.ts';
import type { PackagedFolder } from '../template/package-folder.ts';

export const NAME = 'wallfeed-ops-room-dev';
const ACCOUNT = '000000000000';
const REGION = 'eu-west-1';
const CLUSTER = 'AWS::RDS::DBCluster';

export const ADDRESS = { name: NAME, region: REGION, options: ['--stage', 'dev'] };
export const PLACE = {
  bucket: { name: `wallfeed-code-${ACCOUNT}-${REGION}`, region: REGION, owner: ACCOUNT },
  prefix: `${ACCOUNT}/${NAME}/`,
};

/** Without the database. */
export interface Saved {
  readonly objects: Awaited<ReturnType<S3['copy']>>;
  readonly state: State;
}

/** A new, empty account for each test, behind a gate. */
export interface Account {
  readonly gate: Gate;
  readonly s3: S3;
  readonly cloudFormation: CloudFormation;
  readonly rds: Rds;
  /** Empties the account, or returns its services other than the database to a saved state. */
  renew(saved?: Saved): Promise<void>;
  save(): Promise<Saved>;
  /** By default, all losses of data are confirmed. */
  deploy(
    packaged: PackagedService,
    confirm?: ApplyOptions['confirm'],
    more?: Pick<ApplyOptions, 'isRepair'>,
  ): Promise<void>;
  complete(packaged: PackagedFolder): Promise<void>;
  /** Also rolls back an open transaction of the database. */
  untilIdle(): Promise<void>;
  /** Everything that is wrong with the account after a deployment that ended well. */
  faults(): readonly string[];
  close(): Promise<void>;
}

const services = ['CLOUDFORMATION', 'S3', 'RDS', 'STS', 'EC2', 'LAMBDA', 'RDS_DATA', 'SECRETS_MANAGER'] as const;

const SECRETS = { readersecret: '{"username":"wallfeed_reader","password":"aB3dEf6h"}' };

const EMPTY_DATABASE = `rollback;
drop schema public cascade;
create schema public;
do $$ begin
  if exists (select from pg_roles where rolname = 'wallfeed_reader') then
    drop owned by wallfeed_reader;
    drop role wallfeed_reader;
  end if;
end $$;`;

/**
 * Opens an account whose stacks have their endpoints at `base`. A deployment that creates the database role of the
 * functions needs `api`. The account closes `api`. It sets environment variables, which the commands read at each call.
 */
export const openAccount = async (base: string, api?: WritableDataApi): Promise<Account> => {
  let [s3, rds] = await Promise.all([startS3(), startRds()]);
  const secrets = await startSecretsManager(SECRETS);
  const start = () =>
    startCloudFormation(s3, rds, { resources: 100, changes: 100, callsInProgress: 0 }, { HttpApiUrl: base });
  let cloudFormation = await start();
  const emulators = () => ({ s3, rds, ...(api && { 'rds-data': api }), secretsmanager: secrets });
  const gate = await startGate((service) => (emulators()[service as 's3'] ?? cloudFormation).server);
  const environment = {
    ...signedIn(Object.fromEntries(services.map((one) => [one, gate.url]))),
    AWS_MAX_ATTEMPTS: '1',
  };
  Object.assign(process.env, environment);

  const stateOf = (): State => [s3, rds, cloudFormation].flatMap(({ state }) => state);
  const closeEmulators = () => Promise.all([cloudFormation, rds, s3].map((emulator) => emulator.close()));
  const idle = async (): Promise<void> => {
    while ((await findStack(ADDRESS))?.status.endsWith('_IN_PROGRESS')) {
      if (cloudFormation.stacks.get(NAME)?.status === 'REVIEW_IN_PROGRESS') break;
    }
    await api?.database.exec('rollback');
  };
  return {
    gate,
    get s3() {
      return s3;
    },
    get cloudFormation() {
      return cloudFormation;
    },
    get rds() {
      return rds;
    },
    save: async () => ({ objects: await s3.copy(), state: structuredClone(stateOf()) }),
    renew: async (saved) => {
      await closeEmulators();
      [s3, rds] = await Promise.all([startS3(), startRds()]);
      cloudFormation = await start();
      await saved?.objects(s3);
      if (saved) restoreState(stateOf(), saved.state);
      await api?.database.exec(EMPTY_DATABASE);
      gate.cut(undefined);
    },
    deploy: async ({ template, functions }, confirm = async () => true, more = {}) => {
      const options: ApplyOptions = {
        address: ADDRESS,
        tags: { dashboard: 'ops-room', stage: 'dev' },
        place: PLACE,
        template,
        zips: functions.map(({ zip }) => ({ name: basename(zip), path: zip })),
        confirm,
        print: () => undefined,
        ...more,
      };
      const failed = await applyTemplate(options);
      if (failed) throw new Error(failed.failure);
    },
    complete: async ({ dashboard }) => {
      const seeds = await readStatements(dashboard.folder);
      const verification = { maxWaitMs: 0, pauseMs: 0 };
      const failed = await completeDeployment({ dashboard, stage: 'dev', seeds, verification, print: () => undefined });
      if (failed) throw new Error(failed.failure);
    },
    untilIdle: idle,
    faults: () => {
      const { status = 'missing', policy = 'none', resources = [] } = cloudFormation.stacks.get(NAME) ?? {};
      const clusters = resources.filter(({ type }) => type === CLUSTER).map(({ id }) => id);
      const open = clusters.filter((id) => rds.clusters.get(id)?.isProtected !== true);
      const outside = cloudFormation.outside().filter(({ type }) => type !== 'AWS::Lambda::Version');
      return [
        ...(/^(CREATE|UPDATE)_COMPLETE$/.test(status) ? [] : [`the stack is ${status}`]),
        ...(policy.includes('Deny') ? [] : [`the stack policy is ${policy}`]),
        ...open.map((id) => `${id} is not protected`),
        ...clusters
          .filter((id) => rds.clusters.get(id)?.tags?.wallfeed !== 'in-use')
          .map((id) => `${id} is not marked as in use`),
        ...outside.map(({ type, id }) => `${type} ${id} is outside of the stack`),
        ...cloudFormation.changeSets(NAME).map((name) => `the change set ${name} is left`),
      ];
    },
    close: async () => {
      await closeEmulators();
      await Promise.all([gate, secrets, api].map((emulator) => emulator?.close()));
      for (const name of Object.keys(environment)) delete process.env[name];
    },
  };
};
