import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

enableCompileCache();
// V8 would compile the parser of SQL and PostgreSQL a second time in the background. A command ends before that pays off.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
// Most of their functions never run, so each of them is checked only when it runs.
setFlagsFromString('--wasm-lazy-validation');

const { runCommandLine } = await import('./run-command-line.ts');
await runCommandLine(process.argv.slice(2));
