import { join } from 'node:path';
import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import type { WrittenDefinition } from '../folder/definition-problem.ts';
import type { Diagnostic } from '../folder/diagnostic.ts';
import { didYouMean } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { FILE_START } from '../folder/text-position.ts';
import { secretPlaces } from './api-key.ts';
import { type ListedName, readSecrets, SECRETS_FILE, shownSecret } from './read-secrets.ts';

/** A parameter that dashboard.yml names as a token, and where. */
interface Wanted {
  readonly name: string;
  readonly path: Path;
}

const inToken = (token: unknown, path: Path): readonly Wanted[] => {
  if (Array.isArray(token)) return token.flatMap((one, index) => inToken(one, [...path, index]));
  const [, name] = /^ssm:(\/.+)$/.exec(typeof token === 'string' ? token : '') ?? [];
  return name === undefined ? [] : [{ name, path }];
};

/** Lists the parameters that tokens and API keys name, each at its first place. */
const wantedBy = ({ value }: WrittenDefinition): readonly Wanted[] => {
  const all = secretPlaces(value).flatMap((places) => inToken(places.value, places.path));
  return all.filter(({ name }, index) => all.findIndex((other) => other.name === name) === index);
};

/** Returns the name that a key without its slash, or with `ssm:`, probably stands for. */
const meantBy = ({ name }: ListedName): string => `/${name.replace(/^ssm:/, '').replace(/^\//, '')}`;

const isMalformed = ({ name }: ListedName): boolean => !name.startsWith('/');

const malformed = (listed: ListedName, wanted: readonly Wanted[]): Diagnostic => {
  const { file, line, column } = listed;
  const meant = meantBy(listed);
  const isKnown = wanted.some(({ name }) => name === meant);
  return {
    ...{ file, line, column },
    severity: 'error',
    message: 'this name is no name of the Parameter Store, which begins with a slash',
    hint: isKnown ? didYouMean([meant]) : "write each as /name: 'value', without ssm:",
  };
};

const unused = ({ file, line, column, name }: ListedName): Diagnostic => ({
  ...{ file, line, column },
  severity: 'warning',
  message: `no \`token\` uses ${shownSecret(name)}`,
  hint: 'remove it, or name it at a token: `token: ssm:/name`',
});

const missing = ({ name, path }: Wanted, near: readonly string[]) => ({
  path,
  message: `${SECRETS_FILE} has no ${name}`,
  hint: near.length > 0 ? `did you mean ${near[0]}, which it has?` : `add ${name}: 'value' to ${SECRETS_FILE}`,
});

const noFile = ({ name, path }: Wanted) => ({
  path,
  severity: 'note' as const,
  message: `the local stack answers 401 until ${SECRETS_FILE} has ${name}`,
  hint: `write ${name}: 'value' into ${SECRETS_FILE} beside dashboard.yml; git ignores the file`,
});

const openToAll = (file: string): Diagnostic => ({
  ...{ file, ...FILE_START },
  severity: 'warning',
  message: 'all users of this machine may read the secrets',
  hint: `run chmod 600 ${SECRETS_FILE}`,
});

/**
 * Checks the names of .secrets.yml against the tokens of dashboard.yml. No message has a value. Names that are missing after
 * a syntax error are not reported.
 */
export const checkSecrets = async (folder: string, written: WrittenDefinition): Promise<readonly Diagnostic[]> => {
  const { toDiagnostic } = written;
  const wanted = wantedBy(written);
  const file = join(folder, SECRETS_FILE);
  const { names, isOpen, diagnostics: own } = await readSecrets(file);
  const diagnostics = isOpen ? [openToAll(file), ...own] : own;
  if (own.length > 0 && (names ?? []).length === 0) return diagnostics;
  if (!names) return wanted.slice(0, 1).map((one) => toDiagnostic(noFile(one)));
  const odd = names.filter((one) => isMalformed(one) && !one.isFaulty);
  const known = new Set(names.flatMap((one) => (isMalformed(one) ? [one.name, meantBy(one)] : [one.name])));
  const spare = names.filter((one) => !isMalformed(one) && !wanted.some(({ name }) => name === one.name));
  const isBroken = own.some(({ message }) => message.endsWith('is not YAML'));
  const lacking = isBroken ? [] : wanted.filter(({ name }) => !known.has(name));
  const nearTo = ({ name }: Wanted) =>
    nearestNames(
      name,
      spare.map((one) => shownSecret(one.name)).filter((one) => one.startsWith('/')),
      1,
    );
  const explained = new Set(lacking.flatMap(nearTo));
  return [
    ...diagnostics,
    ...odd.map((one) => malformed(one, wanted)),
    ...lacking.map((one) => toDiagnostic(missing(one, nearTo(one)))),
    ...spare.filter((one) => !explained.has(one.name) && !one.isFaulty).map(unused),
  ];
};
