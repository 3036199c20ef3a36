import { enableCompileCache } from 'node:module';

enableCompileCache();
const { runCommandLine } = await import('./run-command-line.ts');
await runCommandLine(process.argv.slice(2));
