import { rm, writeFile } from 'node:fs/promises';
import { type LoadedDashboard, loadDashboard } from '../../dashboard/definition/load-dashboard.ts';
import { tagsOf } from '../../stack/template/template.ts';
import { type CommandFailure, fail } from '../../terminal/fail.ts';
import { codeParameters } from '../apply-template.ts';
import { provideCodeBucket } from '../aws/code-bucket.ts';
import { cleaningUp, Interrupted, interruptible } from '../aws/interruption.ts';
import { nextCommand, outputOf, requireStack, type StackAddress, stackAddressOf } from '../aws/stacks.ts';
import { compareStack } from '../compare-stack.ts';
import { deployDashboard, deployPrevious } from '../deploy-dashboard.ts';
import { packageDashboard } from '../package-dashboard.ts';
import { readStatements } from '../seed-database.ts';
import type { SignedIn } from '../sign-in.ts';
import { type Verification, verifyDeployment } from '../verify/verify-dashboard.ts';
import { lakeOf, makeProbe } from './probe-account.ts';
import { PROBE, writeProbeFolder } from './probe-folder.ts';
import { NOT_ASKED, type ProbeRun, QUESTIONS, type Seen } from './questions.ts';
import { type ProbeStack, removeProbeStack } from './remove-probe.ts';

/** USD for an hour in us-east-1. AWS bills other regions up to twice as much. */
export const BILL: Readonly<Record<string, number>> = {
  'Aurora Serverless v2, 1 ACU for an hour': 0.12,
  'Secrets Manager, two secrets for an hour': 0.01,
  'Lambda, API Gateway, Athena, S3, logs': 0.05,
};

export interface ProveOptions extends SignedIn {
  readonly region: string;
  readonly out: string;
  readonly verification: Verification;
  readonly pauseMs: number;
  readonly print: (text: string) => void;
}

interface Probe extends ProbeStack {
  readonly address: StackAddress;
  readonly secret: string;
  readonly options: ProveOptions;
}

const deploy = async (probe: Probe, dashboard: LoadedDashboard, isRepair = false): Promise<void> => {
  const { place, print } = probe;
  const seeds = await readStatements(dashboard.folder);
  const { stage } = PROBE;
  const choices = { isRepair, isNewStack: true, confirm: async () => true };
  const failed = await deployDashboard({ dashboard, stage, place, seeds, ...choices, print });
  if (failed) throw new Error(failed.failure);
};

const runOf = async (probe: Probe): Promise<ProbeRun> => {
  const { dashboard, address, place, secret, print, options } = probe;
  const { stage } = PROBE;
  const tags = tagsOf(dashboard, stage);
  const parameters = codeParameters(place);
  const base = outputOf(await requireStack(address), 'HttpApiUrl');
  return {
    dashboard,
    address,
    secret,
    pauseMs: options.pauseMs,
    base,
    verify: async () => (await verifyDeployment(dashboard, base, options.verification, print))?.failure,
    compare: (comparesActual) =>
      packageDashboard(dashboard, stage, ({ template }) =>
        compareStack({ address, template, parameters, tags, bucket: place.bucket, comparesActual }),
      ),
    deploy: ({ memory = dashboard.memory, isRepair = false }) => deploy(probe, { ...dashboard, memory }, isRepair),
    goBack: async () => {
      const failed = await deployPrevious({ dashboard, stage, place, confirm: async () => true, print });
      if (failed) throw new Error(failed.failure);
    },
  };
};

interface Answer extends Partial<Seen> {
  readonly question: string;
  readonly failure?: string;
}

const askAll = async (run: ProbeRun, print: ProveOptions['print']): Promise<readonly Answer[]> => {
  const answers: Answer[] = [];
  for (const { question, ask } of QUESTIONS) {
    const answer: Answer = await ask(run).then(
      (seen) => ({ question, ...seen }),
      (error: Error) => {
        if (error instanceof Interrupted) throw error;
        return { question, failure: error.message };
      },
    );
    print(`${answer.holds ? 'yes' : 'NO '}  ${question} ${answer.seen ?? answer.failure}`);
    answers.push(answer);
  }
  return answers;
};

/** Formats a proof. The account does not appear in it. */
const proofOf = ({ region, account }: ProveOptions, answers: readonly Answer[], left: readonly string[]): string => {
  const times = Object.assign({}, ...answers.map((answer) => answer.times));
  const bill = {
    note: 'estimated: AWS bills a day later, with the tags dashboard=prove and stage=proof',
    usd: BILL,
  };
  const proof = { date: new Date().toISOString(), region, answers, notAsked: NOT_ASKED, times, bill, left };
  return `${JSON.stringify(proof, null, 2).replaceAll(account, '000000000000')}\n`;
};

const openProbe = async (options: ProveOptions): Promise<Probe> => {
  const { region, place, print, account } = options;
  await provideCodeBucket(place.bucket);
  const { folder, secret } = await writeProbeFolder(region, lakeOf(place));
  const dashboard = await loadDashboard(folder);
  const [error] = dashboard.errors;
  if (error) throw new Error(`the probe dashboard is not valid: ${error.message}`);
  const address = { ...stackAddressOf(dashboard, PROBE.stage), options: ['--region', region] };
  return { dashboard, place, account, print, address, secret, options };
};

/** Goes on after an earlier run that was ended. Fails if something is left, or if an expectation does not hold. */
export const prove = async (options: ProveOptions): Promise<CommandFailure | undefined> => {
  const { print, out, place } = options;
  const probe = await openProbe(options);
  const again = nextCommand(probe.address, 'prove');
  let answers: readonly Answer[] = [];
  let failure: Error | undefined;
  try {
    await interruptible(async () => {
      await makeProbe(place, probe.secret);
      await deploy(probe, probe.dashboard);
      answers = await askAll(await runOf(probe), print);
    });
  } catch (error) {
    failure = error as Error;
  }
  if (failure instanceof Interrupted) {
    await rm(probe.dashboard.folder, { recursive: true, force: true });
    throw new Interrupted(
      failure.exitCode,
      `Interrupted. The probe stays, and costs money. To remove it: ${again} --remove`,
    );
  }
  const left = await cleaningUp(() => removeProbeStack(probe)).catch((error: Error) => {
    const cause = failure ? `${failure.message}. ${error.message}` : error.message;
    throw new Error(`${cause}. The probe stays, and costs money. To remove it: ${again} --remove`);
  });
  await rm(probe.dashboard.folder, { recursive: true, force: true });
  await writeFile(out, proofOf(options, answers, left));
  if (left.length > 0) return fail(`${left.join(', ')} is left of the probe. To remove it: ${again} --remove`);
  if (failure) return fail(`${failure.message}. The probe was removed`);
  const refuted = answers.filter(({ holds }) => !holds).length;
  return refuted > 0 ? fail(`${refuted} of ${answers.length} expectations do not hold: see ${out}`) : undefined;
};

export const removeProof = async (options: ProveOptions): Promise<CommandFailure | undefined> => {
  const probe = await openProbe(options);
  const left = await removeProbeStack(probe);
  await rm(probe.dashboard.folder, { recursive: true, force: true });
  if (left.length === 0) return void options.print('Nothing is left of the probe.');
  return fail(
    `${left.join(', ')} is left of the probe. Repeat the command: ${nextCommand(probe.address, 'prove', '--remove')}`,
  );
};
