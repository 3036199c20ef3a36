#!/usr/bin/env node
// The command `wallfeed`: the sources of a clone of the repository, or the compiled files of the npm package.
import { existsSync } from 'node:fs';

const isRepository = existsSync(new URL('./run.mjs', import.meta.url));
await import(isRepository ? './run.mjs' : '../../dist/package/infra/cli/launch.mjs');
