import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { describeFailure } from '../support/fuzz/describe-report.ts';
import type { Draw } from '../support/fuzz/draw.ts';
import { startAttack } from '../support/fuzz/start-attack.ts';

const draw: Draw = { group: 'sql', seed: 5, runs: 9 };

/** Creates a program that describes cases. When it runs cases, it reports case 3 and then runs the given code. */
const programOf = (end: string): string => `
process.on('message', (request) => {
  if ('describe' in request) return process.send({ is: 'described', text: 'case ' + request.describe.path });
  process.send({ is: 'at', index: 3 });
  setImmediate(() => { ${end} });
});
process.on('disconnect', () => process.exit(0));
process.send({ is: 'ready' });
`;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wallfeed-'));
});
afterAll(() => rm(folder, { recursive: true }));

test.each([
  ['ends', 'console.error("why it did"); process.exit(7);', 'the process ended with code 7\nwhy it did'],
  ['is killed', 'process.kill(process.pid, "SIGKILL");', 'the process ended by SIGKILL'],
  ['hangs', 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);', 'the process sent nothing for 5 s'],
])('a fuzz case fails and is described if the attacked process %s', async (name, end, faults) => {
  const program = join(folder, `${name.replace(' ', '-')}.mjs`);
  await writeFile(program, programOf(end));
  const attack = await startAttack({ program, silentFor: name === 'hangs' ? 5_000 : 600_000 });
  const report = await attack.run(draw);
  await attack.close();
  expect(report.failure).toEqual({ path: '3', faults, found: 'case 3' });
  expect(describeFailure(draw, report)).toContain('npm run test:fuzz -- --group sql --seed 5 --path 3');
});

test('the output and the unhandled errors of an attacked process are recorded', async () => {
  const module = fileURLToPath(new URL('../support/fuzz/invariants/record-output.ts', import.meta.url));
  const script = `
    const { recordOutput } = await import(${JSON.stringify(module)});
    const recording = recordOutput();
    console.log('one'); console.error('two');
    Promise.reject(new Error('nobody waits'));
    setImmediate(() => { throw new Error('nobody catches'); });
    process.emitWarning('take care');
    // The timer begins after the error is thrown, so that it ends later even on a busy machine.
    setImmediate(() => setTimeout(() => {
      const taken = [recording.take(), recording.takeFaults().map((fault) => fault.split('\\n')[0])];
      recording.end();
      console.log(JSON.stringify(taken));
    }, 20));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script]);
  const [lines, faults] = JSON.parse(stdout);
  expect(lines.slice(0, 2)).toEqual(['one', 'two']);
  expect(faults.sort()).toEqual([
    'unhandled: Error: nobody catches',
    'unhandled: Error: nobody waits',
    'unhandled: Warning: take care',
  ]);
});
