import { drawGroup } from './cases/draw-group.ts';
import type { FuzzCase } from './cases/fuzz-case.ts';
import type { Draw } from './draw.ts';
import { recordOutput } from './invariants/record-output.ts';
import type { IpcMessage, IpcRequest, Report } from './ipc-messages.ts';
import { runCase, type Scene } from './run-case.ts';
import { describeDrawn, runCases } from './run-cases.ts';
import { loadFunctions } from './setting/load-functions.ts';
import { planEndpoints } from './setting/plan-endpoints.ts';
import { startSources } from './setting/start-sources.ts';
import { writeFunctions } from './setting/write-functions.ts';
import { createTally } from './tally.ts';

// The program of the process that runs the cases. It loads the functions and their sources, and sends the results of
// groups over IPC.

const endpoints = planEndpoints();
const shapes = [...new Set(endpoints.map(({ folder }) => folder.name))];
const written = await writeFunctions(endpoints);
const sources = await startSources(written.secrets);
const invoke = loadFunctions(written, sources.environment);

const say = (message: IpcMessage): void => {
  process.send?.(message);
};

const casesOf = async ({ group }: Draw) => drawGroup[group]({ endpoints, timezoneOf: written.timezoneOf });

const run = async (draw: Draw): Promise<Report> => {
  const cases = await casesOf(draw);
  const tally = createTally(shapes);
  const startedAt = performance.now();
  const recording = recordOutput();
  const scene: Scene = { invoke, sources, recording };
  const runOne = (fuzzCase: FuzzCase, index: number): Promise<void> => {
    say({ is: 'at', index });
    return runCase(fuzzCase, scene, tally, `request-${index}`);
  };
  const failure = await runCases(cases, draw, runOne).finally(recording.end);
  return { ...tally.counts, seconds: (performance.now() - startedAt) / 1_000, ...(failure && { failure }) };
};

const handle = async (request: IpcRequest): Promise<void> => {
  if ('run' in request) say({ is: 'done', report: await run(request.run) });
  else say({ is: 'described', text: describeDrawn(await casesOf(request.describe), request.describe) });
};

process.on('message', (request: IpcRequest) => {
  handle(request).catch((error: unknown) => {
    process.stderr.write(`${String(Object(error).stack ?? error)}\n`);
    process.exit(1);
  });
});
process.on('disconnect', async () => {
  await Promise.all([sources.close(), written.remove()]);
  process.exit(0);
});
say({ is: 'ready' });
