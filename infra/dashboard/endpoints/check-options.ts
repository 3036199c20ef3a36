import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { checkOptions } from '../../../shared/catalogue/option.ts';
import type { Shape } from '../../../shared/catalogue/shape.ts';
import { type DefinitionProblem, namePath } from '../folder/definition-problem.ts';
import { problemInFile, readTextFile } from '../folder/find-file.ts';
import { didYouMean } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { lintScript } from '../script/lint-script.ts';
import type { Component } from './resolve-component.ts';

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
    return [{ path, part: 'key', message: 'this component runs no script', hint: 'remove `script`' }];
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

/** Splits a path such as `.type.north[1]` into its steps. */
const stepsOf = (path: string): Path =>
  [...path.matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)].map(([, name, index]) => name ?? Number(index));

const hintFor = (steps: Path, shape: Shape, missing: boolean): string => {
  const name = String(steps[0]);
  const known = Object.keys(shape.options);
  const option = Object.hasOwn(shape.options, name) ? shape.options[name] : undefined;
  if (option) return missing ? `add options: { ${name}: ... }` : `write ${option.expects}`;
  const near = nearestNames(name, known, 2);
  if (near.length > 0) return didYouMean(near);
  return known.length > 0 ? `choose one of ${known.join(', ')}` : 'remove it';
};

/**
 * Checks the options of an endpoint against those of its component. A document needs no options, because it already is
 * the body.
 */
export const checkEndpointOptions = (
  { options, json }: Readonly<Record<string, unknown>>,
  shape: Shape,
  path: Path,
): readonly DefinitionProblem[] => {
  if (options !== undefined && (typeof options !== 'object' || options === null || Array.isArray(options))) return [];
  const values = (options ?? {}) as Readonly<Record<string, unknown>>;
  return checkOptions(shape.options, values).flatMap(({ path: inside, message }): readonly DefinitionProblem[] => {
    const steps = stepsOf(inside);
    const whole = [...path, 'options', ...steps];
    const missing = !Object.hasOwn(values, String(steps[0]));
    if (missing && json !== undefined) return [];
    const isUnknown = !Object.hasOwn(shape.options, String(steps[0]));
    return [
      {
        path: missing && options === undefined ? path : whole,
        part: isUnknown || missing ? 'key' : 'value',
        message: `${namePath(whole)} ${message}`,
        hint: hintFor(steps, shape, missing),
      },
    ];
  });
};
