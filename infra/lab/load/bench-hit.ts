import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { BenchFolder } from './bench-folder.ts';
import type { HitCost } from './hit-cost.ts';
import { printVerdicts } from './verdict.ts';

const script = fileURLToPath(new URL('./hit-cost.ts', import.meta.url));

const MAX_HIT_US = 5;

const measure = async (environment: BenchFolder['environment'], stdout: 'ignore' | 'pipe'): Promise<HitCost> => {
  const child = fork(script, { env: { ...process.env, ...environment }, stdio: ['ignore', stdout, 'inherit', 'ipc'] });
  child.stdout?.resume();
  const ended = once(child, 'exit').then(() => [undefined]);
  const [cost] = await Promise.race([once(child, 'message'), ended]);
  await ended;
  if (!cost) throw new Error('the process that measures a hit ended without a result');
  return cost as HitCost;
};

/** Compares the CPU time of a cache hit with that of middy alone, which sends a prepared text. */
export const benchHit = async ({ environment }: BenchFolder): Promise<void> => {
  console.log(
    '\nA cached response, requested in this process: microseconds of CPU beyond those of middy alone, as medians',
  );
  for (const [stdout, name] of [
    ['ignore', 'the null device'],
    ['pipe', 'a pipe'],
  ] as const) {
    const { onion, hit, hitWithToken } = await measure(environment, stdout);
    console.log(
      `  log to ${name}: middy alone ${onion.toFixed(2)}, hit ${hit.toFixed(2)}, with a token ${hitWithToken.toFixed(2)}`,
    );
    const target = { limit: MAX_HIT_US, should: 'be below' } as const;
    printVerdicts([
      { name: `a cached response beyond middy alone, log to ${name}`, ratio: hit - onion, ...target },
      { name: `a hit with a token above middy alone, log to ${name}`, ratio: hitWithToken - onion, ...target },
    ]);
  }
};
