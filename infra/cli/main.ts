import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { LAZY_WASM } from '../build/thread.ts';

for (const flag of LAZY_WASM) setFlagsFromString(flag);
// After the flags, so that threads find the modules that this one has compiled.
enableCompileCache();

const { runCommandLine } = await import('./run-command-line.ts');
await runCommandLine(process.argv.slice(2));
