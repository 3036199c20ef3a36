#!/usr/bin/env node
// The command `wallfeed`. Runs the sources in a clone of the repository, and the compiled files in the npm package.
import { existsSync } from 'node:fs';

const isRepository = existsSync(new URL('./run.mjs', import.meta.url));
await import(isRepository ? './run.mjs' : '../../dist/package/infra/cli/launch.mjs');
