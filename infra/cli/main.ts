import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { clonePath } from '../program/program-files.ts';
import { isPackaged } from '../program/project-root.ts';
import { LAZY_WASM } from '../program/thread.ts';

for (const flag of LAZY_WASM) setFlagsFromString(flag);
// After the flags, so that threads find the modules that this one has compiled. A clone keeps them with its other builds.
enableCompileCache(isPackaged ? undefined : clonePath('dist/compile-cache'));

const [{ runCommandLine }, { watchOutput }] = await Promise.all([
  import('./run-command-line.ts'),
  import('./watch-output.ts'),
]);
watchOutput();
if (process.env.WALLFEED_LAUNCHER === String(process.ppid)) {
  const { watchParent } = await import('./run.mjs');
  watchParent(() => process.kill(process.pid, 'SIGTERM'));
}
await runCommandLine(process.argv.slice(2));
