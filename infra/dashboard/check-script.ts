import type { Finding } from './finding.ts';
import { readTextFile } from './read-text-file.ts';
import type { Path } from './read-yaml.ts';
import type { Component } from './resolve-component.ts';
import { lintScript } from './script/lint-script.ts';

/** The family whose components run scripts. */
const FAMILY = 'script';

const MAX_SCRIPT_BYTES = 1_048_576;

/** `script: chart.js` or `script: file:queries/chart.js`, from the dashboard folder. */
const fileName = (script: unknown): string | undefined => /^(?:file:)?([^:]+)$/.exec(String(script))?.[1];

/**
 * Holds the script of an endpoint against what the interface asks of one. The editor runs it, the endpoint does not:
 * whatever it lacks takes no endpoint away, but a name that leads out of the folder does.
 */
export const checkScript = async (
  script: unknown,
  component: Component | undefined,
  path: Path,
  folder: string,
): Promise<readonly Finding[]> => {
  const name = fileName(script);
  if (typeof script !== 'string' || name === undefined) return [];
  if (component && component.family !== FAMILY) {
    return [{ path, part: 'key', message: 'a script for a component that runs none', hint: 'remove script' }];
  }
  const read = await readTextFile(folder, name, path);
  if ('finding' in read) return [{ ...read.finding, ...(read.isName && { about: 'data' }) }];
  const { file } = read;
  if (Buffer.byteLength(file.text) > MAX_SCRIPT_BYTES) {
    const message = `the script is over ${MAX_SCRIPT_BYTES} bytes`;
    return [{ path, message, hint: 'take its data out: the endpoint answers with it', about: 'data' }];
  }
  return lintScript(file.text, component?.name ?? '').map((fault) => ({ path, file, ...fault, about: 'data' }));
};
