import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';

enableCompileCache();
// V8 would compile the WebAssembly modules (PostgreSQL and the SQL parser) a second time in the background. A command
// ends before the faster code pays off.
setFlagsFromString('--no-wasm-tier-up');
setFlagsFromString('--no-wasm-dynamic-tiering');
// Most functions of these modules never run, so V8 validates a function only when it first runs.
setFlagsFromString('--wasm-lazy-validation');

const { runCommandLine } = await import('./run-command-line.ts');
await runCommandLine(process.argv.slice(2));
