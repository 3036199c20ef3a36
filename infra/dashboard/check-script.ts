import type { DefinitionProblem } from './definition-problem.ts';
import { problemInFile, readTextFile } from './read-text-file.ts';
import type { Path } from './read-yaml.ts';
import type { Component } from './resolve-component.ts';
import { lintScript } from './script/lint-script.ts';

/** The family whose components run scripts. */
const FAMILY = 'script';

const MAX_SCRIPT_BYTES = 1_048_576;

/** Returns the file of `script: chart.js` or `script: file:queries/chart.js`, relative to the dashboard folder. */
export const scriptFile = (script: unknown): string | undefined => /^(?:file:)?([^:]+)$/.exec(String(script))?.[1];

/**
 * Checks the script of an endpoint against the rules of the interface. The platform's editor runs the script, so a
 * faulty script does not stop the endpoint. A file name that leads out of the folder does stop it.
 */
export const checkScript = async (
  script: unknown,
  component: Component | undefined,
  path: Path,
  folder: string,
): Promise<readonly DefinitionProblem[]> => {
  const name = scriptFile(script);
  if (typeof script !== 'string' || name === undefined) return [];
  if (component && component.family !== FAMILY) {
    return [{ path, part: 'key', message: 'this component runs no script', hint: 'remove script' }];
  }
  const read = await readTextFile(folder, name, path);
  if ('problem' in read) return [{ ...read.problem, ...(read.isName && { about: 'data' }) }];
  if (Buffer.byteLength(read.text) > MAX_SCRIPT_BYTES) {
    const message = `the script is larger than ${MAX_SCRIPT_BYTES} bytes`;
    return [
      {
        path,
        message,
        hint: 'leave the data out of the script: the source of the endpoint provides it',
        about: 'data',
      },
    ];
  }
  return lintScript(read.text, component?.name ?? '').map((problem) => ({
    ...problemInFile(path, read, problem),
    about: 'data',
  }));
};
