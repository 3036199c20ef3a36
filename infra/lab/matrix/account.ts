import { basename } from 'node:path';
import { type ApplyOptions, applyTemplate } from '../../deploy/apply-template.ts';
import { findStack } from '../../deploy/aws/stacks.ts';
import type { PackagedService } from '../../stack/package-service.ts';
import { type CloudFormation, startCloudFormation } from '../cloud/cloudformation/start-cloudformation.ts';
import { type Gate, startGate } from '../cloud/start-gate.ts';
import { type Rds, startRds } from '../cloud/start-rds.ts';
import { type S3, startS3 } from '../cloud/start-s3.ts';
import { signedIn } from '../run-command.ts';

export const NAME = 'wallfeed-ops-room-dev';
const ACCOUNT = '000000000000';
const REGION = 'eu-west-1';
const CLUSTER = 'AWS::RDS::DBCluster';

const ADDRESS = { name: NAME, region: REGION, options: ['--stage', 'dev'] };
const PLACE = {
  bucket: { name: `wallfeed-code-${ACCOUNT}-${REGION}`, region: REGION, owner: ACCOUNT },
  prefix: `${ACCOUNT}/${NAME}/`,
};

/** A new, empty account of AWS for each test, behind a gate. */
export interface Account {
  readonly gate: Gate;
  readonly s3: S3;
  readonly cloudFormation: CloudFormation;
  readonly rds: Rds;
  /** Empties the account. */
  renew(): Promise<void>;
  /** Deploys a package. */
  deploy(packaged: PackagedService): Promise<void>;
  /** Waits until CloudFormation has ended what it began. */
  untilIdle(): Promise<void>;
  /** Returns everything that is wrong with the account after a deployment that ended well; empty if there is nothing. */
  faults(): readonly string[];
  close(): Promise<void>;
}

const services = ['CLOUDFORMATION', 'S3', 'RDS', 'STS'] as const;

export const openAccount = async (): Promise<Account> => {
  let [s3, rds] = await Promise.all([startS3(), startRds()]);
  const start = () => startCloudFormation(s3, rds, { resources: 100, changes: 100 });
  let cloudFormation = await start();
  const gate = await startGate((service) => ({ s3: s3.url, rds: rds.url })[service] ?? cloudFormation.url);
  const environment = {
    ...signedIn(Object.fromEntries(services.map((one) => [one, gate.url]))),
    AWS_MAX_ATTEMPTS: '1',
  };
  Object.assign(process.env, environment);

  const closeEmulators = () => Promise.all([cloudFormation, rds, s3].map((emulator) => emulator.close()));
  const idle = async (): Promise<void> => {
    while ((await findStack(ADDRESS))?.status.endsWith('_IN_PROGRESS')) {
      if (cloudFormation.stacks.get(NAME)?.status === 'REVIEW_IN_PROGRESS') return;
    }
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
    renew: async () => {
      await closeEmulators();
      [s3, rds] = await Promise.all([startS3(), startRds()]);
      cloudFormation = await start();
      gate.cut(undefined);
    },
    deploy: async ({ template, functions }) => {
      const options: ApplyOptions = {
        address: ADDRESS,
        tags: { dashboard: 'ops-room', stage: 'dev' },
        place: PLACE,
        template,
        zips: functions.map(({ zip }) => ({ name: basename(zip), path: zip })),
        confirm: async () => true,
        print: () => undefined,
      };
      const failed = await applyTemplate(options);
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
        ...outside.map(({ type, id }) => `${type} ${id} is outside of the stack`),
        ...cloudFormation.changeSets(NAME).map((name) => `the change set ${name} is left`),
      ];
    },
    close: async () => {
      await closeEmulators();
      await gate.close();
      for (const name of Object.keys(environment)) delete process.env[name];
    },
  };
};
