import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { projectRoot } from '../../build/project-root.ts';

/** The number of passed and failed checks. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
}

/** A part of the test run. Its output is shown if it fails. */
export interface Step {
  readonly name: string;
  readonly run: () => Promise<{ readonly counts: Counts; readonly output?: string }>;
}

const countOne = (passed: boolean): Counts => ({ passed: passed ? 1 : 0, failed: passed ? 0 : 1 });

/** Creates a step that passes if a program of node_modules/.bin exits with 0. */
export const programStep = (name: string, program: string, ...args: readonly string[]): Step => ({
  name,
  run: async () => {
    const child = spawn(program, args, { cwd: projectRoot, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { counts: countOne(code === 0), output: out + err };
  },
});

/** Creates a step that passes if a function does not throw. */
export const functionStep = (name: string, work: () => Promise<unknown>): Step => ({
  name,
  run: async () => {
    try {
      await work();
      return { counts: countOne(true) };
    } catch (error) {
      return { counts: countOne(false), output: error instanceof Error ? error.message : String(error) };
    }
  },
});
