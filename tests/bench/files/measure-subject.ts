import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import type { Answer, QueriedFile } from './subjects/subject.ts';

const execute = promisify(execFile);

/** Time and memory of one process that read one file. */
export interface Measurement {
  readonly clockMs: number;
  /** CPU time of all threads. */
  readonly cpuMs: number;
  readonly peakMb: number;
  readonly answer: Answer | undefined;
}

/** Bundles a subject into one file, so that no process spends time on reading sources. */
export const bundleSubject = async (name: string, folder: string): Promise<string> => {
  const bundle = join(folder, `${name}.mjs`);
  const start = `
    import { run } from './subjects/${name}.ts';
    const answer = await run(JSON.parse(process.argv[2]));
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    const cpuMs = (userCPUTime + systemCPUTime) / 1000;
    console.log(JSON.stringify({ clockMs: performance.now(), cpuMs, peakMb: maxRSS / 1024, answer }));
  `;
  await build({
    stdin: { contents: start, resolveDir: import.meta.dirname, loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: bundle,
    logLevel: 'error',
  });
  return bundle;
};

/** Runs a subject in a process of its own. */
export const measureSubject = async (bundle: string, queried: QueriedFile): Promise<Measurement> => {
  const { stdout } = await execute(process.execPath, [bundle, JSON.stringify(queried)]);
  return JSON.parse(stdout);
};
