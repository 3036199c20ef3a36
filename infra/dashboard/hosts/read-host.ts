import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { literalAddress, pathBelow, zoneOf, zoneOfUrl } from '../../../shared/kinds/http/addresses.ts';
import type { HostAuth, HostConfig, HostLogin } from '../../../shared/kinds/http/source.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { parseDuration } from '../folder/duration.ts';
import { asFields, type Fields } from '../folder/fields.ts';
import { didYouMean, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { secretProblems } from './secret-problems.ts';

/** Reads `2/s`, `30/m` or `500/h` as the time between two calls in milliseconds. */
const parseRate = (rate: unknown): number | undefined => {
  const [, count, unit] = /^(\d+)\/([smh])$/.exec(String(rate)) ?? [];
  return count === undefined ? undefined : (parseDuration(`1${unit}`) ?? 0) / Number(count);
};

const parseUrl = (text: unknown): URL | undefined =>
  typeof text === 'string' && URL.canParse(text) ? new URL(text) : undefined;

/** Writes no address into a message, because the address may contain a secret. */
const urlProblem = ({ url: text, plain }: Fields, path: Path): DefinitionProblem | undefined => {
  const url = parseUrl(text);
  const at = [...path, 'url'];
  if (!url || !/^https?:\/\/[^/]/.test(String(text)))
    return {
      path: at,
      message: '`url` is no address',
      hint: 'write an address such as https://tickets.example.com/api/v2',
    };
  if (url.username !== '' || url.password !== '')
    return {
      path: at,
      message: '`url` contains a user or a password',
      hint: 'write `auth: { basic: { user, password: ssm:/path } }`',
    };
  if (/[?#]/.test(String(text)))
    return {
      path: at,
      message: '`url` has a query',
      hint: 'write `query` at the dataset, or `auth: { query: { key: ssm:/path } }`',
    };
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(String(text).replace(/^https?:\/\//, '')))
    return { path: at, message: '`url` has a step `.` or `..`', hint: 'write the whole path' };
  if (zoneOfUrl(url) === 'forbidden')
    return {
      path: at,
      message: '`url` has an address that is never called',
      hint: 'write the address of the API itself, without a dot at its end',
    };
  if (url.protocol === 'http:' && plain !== true)
    return { path: at, message: '`url` is http, without TLS', hint: 'write https, or add `plain: true`' };
  if (url.protocol === 'https:' && plain === true)
    return { path: [...path, 'plain'], message: '`plain` is for http, and `url` is https', hint: 'remove `plain`' };
  return undefined;
};

const one = (path: Path, key: string, message: string, hint: string): DefinitionProblem => ({
  path: [...path, key],
  part: 'key',
  message,
  hint,
});

const authProblems = ({ auth, login, url }: Fields, path: Path): readonly DefinitionProblem[] => {
  const ways = Object.keys(asFields(auth));
  const { form, body } = asFields(login);
  const region = /\.([a-z]{2}(?:-[a-z]+)+-\d)\./.exec(String(url))?.[1];
  return [
    ...(ways.length > 1
      ? [
          one(
            [...path, 'auth'],
            ways[1] ?? '',
            `\`${ways[1]}\` is a second way to show that calls may read`,
            'keep one of them',
          ),
        ]
      : []),
    ...(login !== undefined && (ways.includes('bearer') || ways.includes('basic') || ways.includes('sigv4'))
      ? [one(path, 'login', '`login` gives the token, and `auth` gives another', 'keep one of them')]
      : []),
    ...(login !== undefined && (form === undefined) === (body === undefined)
      ? [
          one(
            path,
            'login',
            '`login` needs `form` or `body`',
            'write `form` for a form, or `body` for JSON, and not both',
          ),
        ]
      : []),
    ...(asFields(auth).sigv4 === 'aps' && region === undefined
      ? [
          one(
            [...path, 'auth'],
            'sigv4',
            '`url` names no region of AWS',
            'write an address such as https://aps-workspaces.eu-west-1.amazonaws.com/workspaces/ws-1',
          ),
        ]
      : []),
  ];
};

const hostProblems = (fields: Fields, path: Path): readonly DefinitionProblem[] => {
  if (fields.url === undefined) return [];
  const ofUrl = urlProblem(fields, path);
  return [
    ...(ofUrl ? [ofUrl] : []),
    ...authProblems(fields, path),
    ...secretProblems(asFields(fields.login).form, [...path, 'login', 'form']),
    ...secretProblems(asFields(fields.login).body, [...path, 'login', 'body']),
  ];
};

export const checkHosts = (hosts: unknown): readonly DefinitionProblem[] =>
  Object.entries(asFields(hosts)).flatMap(([name, host]) => hostProblems(asFields(host), ['hosts', name]));

const regionOf = (url: string): string => /\.([a-z]{2}(?:-[a-z]+)+-\d)\./.exec(url)?.[1] ?? '';

const compileAuth = (auth: unknown, url: string): HostAuth => {
  const { sigv4, ...others } = asFields(auth);
  return { ...others, ...(typeof sigv4 === 'string' && { sigv4: { service: sigv4, region: regionOf(url) } }) };
};

/** Expects what the schema accepts. */
const compileHost = (name: string, fields: Fields): HostConfig => {
  const { url, auth, login, rate, timeout, authority } = fields;
  const base = String(url).replace(/\/+$/, '');
  const intervalMs = parseRate(rate);
  const timeoutMs = parseDuration(timeout);
  return {
    name,
    url: base,
    ...(fields.private === true && { isPrivate: true as const }),
    ...(typeof authority === 'string' && { authority }),
    ...(auth !== undefined && { auth: compileAuth(auth, base) }),
    ...(login !== undefined && { login: login as unknown as HostLogin }),
    ...(intervalMs !== undefined && { intervalMs }),
    ...(timeoutMs !== undefined && { timeoutMs }),
  };
};

/** Returns the hosts that are valid. */
export const compileHosts = (hosts: unknown): readonly HostConfig[] =>
  Object.keys(asFields(hosts)).flatMap((name) => findHost(name, hosts, []).host ?? []);

export interface HostOfAddress {
  readonly host: HostConfig;
  readonly path: string;
}

/** Returns the host that an address belongs to, and the path below it. @param hosts the value of `hosts`. */
export const hostOfAddress = (address: URL, hosts: unknown): HostOfAddress | undefined =>
  compileHosts(hosts)
    .flatMap((host) => {
      const path = pathBelow(address, new URL(host.url));
      return path === undefined ? [] : { host, path };
    })
    .toSorted((one, other) => other.host.url.length - one.host.url.length)[0];

/** The host if it is valid, or the problem of its name. */
export interface FoundHost {
  readonly host?: HostConfig;
  readonly problems: readonly DefinitionProblem[];
}

/** Reports no error of the host itself, which is reported at its own place. @param hosts the value of `hosts`. */
export const findHost = (name: unknown, hosts: unknown, path: Path): FoundHost => {
  if (typeof name !== 'string' || name === '') return { problems: [] };
  const known = asFields(hosts);
  const found = Object.hasOwn(known, name) ? asFields(known[name]) : undefined;
  if (!found) {
    const near = nearestNames(name, Object.keys(known), 2);
    const listed = Object.keys(known).join(', ');
    const add = `add it at the top: \`hosts: { ${/^[a-z][a-z0-9-]*$/.test(name) ? name : 'tickets'}: { url: https://… } }\``;
    const hint = near.length > 0 ? didYouMean(near.map(shownName)) : listed === '' ? add : `hosts has ${listed}`;
    return { problems: [{ path, message: `there is no host ${shownName(name)}`, hint }] };
  }
  const isValid = typeof found.url === 'string' && hostProblems(found, []).length === 0;
  return { problems: [], ...(isValid && { host: compileHost(name, found) }) };
};

/** Finds hosts that functions on AWS cannot reach: those of this machine, and private ones without a network of their own. */
export const unreachableHosts = ({ hosts, vpc }: Fields): readonly DefinitionProblem[] =>
  Object.entries(asFields(hosts)).flatMap(([name, host]): readonly DefinitionProblem[] => {
    const fields = asFields(host);
    const url = parseUrl(fields.url);
    if (!url) return [];
    const literal = literalAddress(url);
    const zone = literal === undefined ? zoneOfUrl(url) : zoneOf(literal);
    const path = ['hosts', name, 'url'];
    if (zone === 'loopback') {
      const message = `the host ${name} is this machine: functions on AWS cannot reach it`;
      return [{ path, message, hint: 'write the address of the API as functions reach it, before you deploy' }];
    }
    if (zone !== 'private' && fields.private !== true) return [];
    if (fields.private !== true) {
      const message = `the host ${name} has a private address: functions on AWS do not call it`;
      return [{ path, message, hint: 'add `private: true` to the host, and `vpc` at the top' }];
    }
    if (vpc !== undefined) return [];
    const message = `the host ${name} is private: functions outside of its network cannot reach it`;
    return [{ path, message, hint: 'add `vpc` at the top, with a network that reaches the host' }];
  });
