import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median } from '../statistics.ts';
import { startAwsServer } from './aws-server.ts';
import { createEvent } from './bench-event.ts';
import { type CpuShare, cpuTimeOf, openCpuShare } from './cpu-share.ts';
import { createInstaller, type Installer } from './install-functions.ts';
import { type ColdFunction, type StartedFunction, startFunction } from './start-function.ts';
import { benchSteady } from './steady.ts';

const ROUNDS = Number(process.env.ROUNDS ?? 9);
const MEMORIES_MB = [128, 256, 512, 1024] as const;
const LATENCY_MS = 5;
/** Lambda shares a core out in periods of 20 ms, as measurements of its throttling show. */
const PERIOD_US = 20_000;

/** A function, and the endpoint that it is asked for. */
interface Subject {
  readonly one: ColdFunction;
  readonly slug: string;
}

interface Sample {
  readonly init: number;
  readonly first: number;
  readonly second: number;
  readonly cpu: number;
}

const measureOnce = async ({ one, slug }: Subject, memoryMb: number, share: CpuShare | undefined): Promise<Sample> => {
  const started: StartedFunction = await startFunction(one, memoryMb);
  try {
    await share?.limit(started.pid, memoryMb);
    const before = await cpuTimeOf(started.pid);
    const first = await started.ask(createEvent(slug));
    const cpu = (await cpuTimeOf(started.pid)) - before;
    return { init: started.initMs, first, second: await started.ask(createEvent(slug)), cpu };
  } finally {
    await started.end();
  }
};

const measure = async (
  subjects: readonly Subject[],
  memoryMb: number,
  share: CpuShare | undefined,
): Promise<readonly Sample[]> => {
  const samples = subjects.map((): Sample[] => []);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [index, subject] of subjects.entries())
      samples[index]?.push(await measureOnce(subject, memoryMb, share));
  }
  const medianOf = (all: readonly Sample[], name: keyof Sample) => median(all.map((sample) => sample[name]));
  return samples.map((all) => ({
    init: medianOf(all, 'init'),
    first: medianOf(all, 'first'),
    second: medianOf(all, 'second'),
    cpu: medianOf(all, 'cpu'),
  }));
};

const billedOf = ({ init, first }: Sample): number => Math.ceil(init + first);

const print = (subjects: readonly Subject[], samples: readonly Sample[], memoryMb: number): void => {
  const plain = samples[1];
  console.log(`\n${memoryMb} MB`);
  console.log(`  ${'function, endpoint'.padEnd(30)}    INIT   first  second  billed  x plain`);
  for (const [index, { one, slug }] of subjects.entries()) {
    const sample = samples[index];
    if (!sample || !plain) continue;
    const times = [sample.init, sample.first, sample.second].map((time) => time.toFixed(1).padStart(8)).join('');
    const ratio = ((sample.init + sample.first) / (plain.init + plain.first)).toFixed(2).padStart(9);
    console.log(`  ${`${one.name}, ${slug}`.padEnd(30)}${times}${String(billedOf(sample)).padStart(8)}${ratio}`);
  }
};

const installSubjects = async (install: Installer): Promise<readonly Subject[]> => {
  const [empty, plain] = [await install.empty(), await install.plain()];
  const kinds = ['csv', 'json', 'sql', 'shared', 'token'];
  const own = kinds.map(async (slug) => ({ one: await install.wallfeed(`wallfeed ${slug}`, [slug]), slug }));
  return [
    { one: empty, slug: 'csv' },
    { one: plain, slug: 'csv' },
    { one: plain, slug: 'json' },
    { one: plain, slug: 'sql' },
    ...(await Promise.all(own)),
    { one: await install.wallfeed('wallfeed, all five', kinds), slug: 'csv' },
  ];
};

const explain = (share: CpuShare | undefined): void => {
  console.log(`Medians of ${ROUNDS} interleaved starts on Node ${process.version}, milliseconds. INIT at full speed;`);
  if (share)
    console.log(`then requests at Lambda's share of a core (memory / 1769 MB) in periods of ${PERIOD_US / 1000} ms.`);
  else console.log('this machine has no CPU quotas (control groups v1, as root): requests ran at full speed, too.');
  console.log(`Services answer over TLS after ${LATENCY_MS} ms.`);
};

/** Start and first responses of the packaged pie function as Lambda bills them, beside an empty and a plain handler. */
export const benchCold = async (): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'wallfeed-bench-'));
  const server = await startAwsServer(LATENCY_MS);
  const share = await openCpuShare(Number(process.env.PERIOD ?? PERIOD_US));
  try {
    const install = createInstaller(folder, server.url);
    const subjects = await installSubjects(install);
    explain(share);
    for (const memoryMb of process.env.MB ? [Number(process.env.MB)] : share ? MEMORIES_MB : [256])
      print(subjects, await measure(subjects, memoryMb, share), memoryMb);
    await benchSteady(install, share);
  } finally {
    await share?.remove();
    server.close();
    await rm(folder, { recursive: true });
  }
};
