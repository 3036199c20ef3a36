// Re-exported until all callers use infra/cli.
export { ensureInstalled } from '../cli/install.mjs';
