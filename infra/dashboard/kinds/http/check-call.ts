import { nearestNames } from '../../../../shared/catalogue/nearest-names.ts';
import { SQL_PARAMETERS, type SqlParameter } from '../../../../shared/config/sources.ts';
import { IN_PATH, placeholders } from '../../../../shared/kinds/http/fill-request.ts';
import type { Pages } from '../../../../shared/kinds/http/source.ts';
import { isTimePattern } from '../../../../shared/kinds/http/write-time.ts';
import type { DefinitionProblem } from '../../folder/definition-problem.ts';
import { asFields, type Fields, hasFields } from '../../folder/fields.ts';
import { didYouMean, shownName } from '../../folder/name-words.ts';
import type { Path } from '../../folder/read-yaml.ts';
import { secretProblems } from '../../hosts/secret-problems.ts';

export const parametersOf = ({ endpoints }: Fields): readonly string[] => [
  ...new Set(
    Object.values(asFields(endpoints)).flatMap((endpoint) => Object.keys(asFields(asFields(endpoint).parameters))),
  ),
];

interface Use {
  readonly name: string;
  readonly path: Path;
}

const WHOLE = /^:([A-Za-z]\w*)$/;

const usesInText = (text: string, path: Path, known: readonly string[]): readonly Use[] => {
  const [, whole] = WHOLE.exec(text) ?? [];
  if (whole !== undefined) return [{ name: whole, path }];
  return Array.from(text.matchAll(placeholders(known)), ([, name = '']) => ({ name, path }));
};

const usesIn = (value: unknown, path: Path, known: readonly string[]): readonly Use[] => {
  if (typeof value === 'string') return usesInText(value, path, known);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) =>
    usesIn(one, [...path, Array.isArray(value) ? Number(key) : key], known),
  );
};

const isTime = (name: string): name is SqlParameter => (SQL_PARAMETERS as readonly string[]).includes(name);

const unknownUse = ({ name, path }: Use, known: readonly string[]): DefinitionProblem => {
  const near = nearestNames(name, [...SQL_PARAMETERS, ...known], 2);
  const hint =
    near.length > 0
      ? didYouMean(near.map((one) => `:${one}`))
      : 'known are :from, :to, :currentTime, :timePeriod and the parameters of endpoints';
  return { path, message: `unknown parameter :${name}`, hint };
};

export const readUses = (call: Fields, path: Path, known: readonly string[]) => {
  const inPath = Array.from(String(call.path ?? '').matchAll(IN_PATH), ([, name = '']) => ({
    name,
    path: [...path, 'path'],
  }));
  const uses = [
    ...inPath,
    ...['query', 'headers', 'body', 'form'].flatMap((key) => usesIn(call[key], [...path, key], known)),
  ];
  const names = [...new Set(uses.map(({ name }) => name))];
  return {
    problems: uses.filter(({ name }) => !isTime(name) && !known.includes(name)).map((use) => unknownUse(use, known)),
    parameters: SQL_PARAMETERS.filter((name) => names.includes(name)),
    own: names.filter((name) => known.includes(name) && !isTime(name)),
    inPath: inPath.map(({ name }) => name).filter((name) => known.includes(name)),
  };
};

const pathProblems = ({ path: text }: Fields, path: Path): readonly DefinitionProblem[] => {
  if (typeof text !== 'string') return [];
  const at = [...path, 'path'];
  if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(text))
    return [
      {
        path: at,
        message: '`path` is an address of its own',
        hint: 'write the address at `hosts`, and the path below it here',
      },
    ];
  if (/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(text))
    return [{ path: at, message: '`path` has a step `.` or `..`', hint: 'write the whole path' }];
  if (/[?#]/.test(text))
    return [{ path: at, message: '`path` has a query', hint: 'write it as a map: `query: { state: open }`' }];
  if (/[{}]/.test(text.replaceAll(IN_PATH, '')))
    return [{ path: at, message: '`path` has a brace too many', hint: 'write {from}, {to} or {name} of a parameter' }];
  return [];
};

const methodProblems = ({ method, body, form, repeat }: Fields, path: Path): readonly DefinitionProblem[] => {
  const hasBody = body !== undefined || form !== undefined;
  if (body !== undefined && form !== undefined)
    return [
      {
        path: [...path, 'form'],
        part: 'key',
        message: '`form` is a second body',
        hint: 'keep `body` for JSON, or `form` for a form',
      },
    ];
  if (method === 'GET' && hasBody)
    return [
      {
        path: [...path, 'method'],
        message: 'a `GET` has no `body` and no `form`',
        hint: 'write `method: POST`, or `query`',
      },
    ];
  if (repeat !== undefined && method !== 'POST' && !hasBody)
    return [
      {
        path: [...path, 'repeat'],
        part: 'key',
        message: '`repeat` is for a POST',
        hint: 'remove it: a GET may always be repeated',
      },
    ];
  return [];
};

const WAYS = ['next', 'link', 'cursor', 'page', 'offset'];
const NEEDED: Readonly<Record<string, readonly [key: string, hint: string]>> = {
  cursor: ['as', 'add `as`: the name under which the next call sends the cursor, such as after'],
  offset: ['size', 'add `size`: the number of rows of a full page'],
};
const BESIDE: Readonly<Record<string, string>> = { as: 'cursor', from: 'page', size: 'offset' };

const pagesProblems = ({ pages, format }: Fields, path: Path): readonly DefinitionProblem[] => {
  if (!hasFields(pages) || Object.keys(pages).length === 0) return [];
  const at = [...path, 'pages'];
  const ways = WAYS.filter((way) => pages[way] !== undefined);
  const [way, other] = ways;
  if (way === undefined)
    return [
      {
        path: at,
        part: 'key',
        message: '`pages` does not say how an answer leads to the next page',
        hint: 'add `next`, `link`, `cursor`, `page` or `offset`',
      },
    ];
  if (other !== undefined)
    return [
      {
        path: [...at, other],
        part: 'key',
        message: `\`${other}\` is a second way to the next page`,
        hint: 'keep one of them',
      },
    ];
  const [needed, hint = ''] = NEEDED[way] ?? [];
  if (needed !== undefined && pages[needed] === undefined)
    return [{ path: [...at, way], part: 'key', message: `\`${way}\` needs \`${needed}\``, hint }];
  if (format === 'csv' && (way === 'next' || way === 'cursor'))
    return [
      {
        path: [...at, way],
        part: 'key',
        message: `\`${way}\` is read from JSON, and \`format\` is csv`,
        hint: 'write `link`, `page` or `offset`',
      },
    ];
  return Object.entries(BESIDE)
    .filter(([key, owner]) => pages[key] !== undefined && owner !== way)
    .map(([key, owner]) => ({
      path: [...at, key],
      part: 'key',
      message: `\`${key}\` is for \`${owner}\``,
      hint: 'remove it',
    }));
};

/** Expects what the schema accepts. */
export const compilePages = (pages: Fields): Pages => {
  const { atMost = 10, from = 1, next, link, cursor, as, page, offset, size } = pages;
  const most = { atMost: Number(atMost) };
  if (next !== undefined) return { ...most, next: String(next) };
  if (link !== undefined) return { ...most, link: String(link) };
  if (cursor !== undefined) return { ...most, cursor: String(cursor), as: String(as) };
  if (page !== undefined) return { ...most, page: String(page), from: Number(from) };
  return { ...most, offset: String(offset), size: Number(size) };
};

const FORMS = ['iso', 'milliseconds', 'seconds'];

const timesProblems = ({ times }: Fields, path: Path): readonly DefinitionProblem[] => {
  if (typeof times !== 'string' || times === '' || FORMS.includes(times) || isTimePattern(times)) return [];
  const near = nearestNames(times, FORMS, 1);
  const hint =
    near.length > 0 ? didYouMean(near) : 'write iso, milliseconds, seconds, or a pattern such as yyyy-MM-dd HH:mm:ss';
  return [{ path: [...path, 'times'], message: `\`times\` cannot be ${shownName(times)}`, hint }];
};

export const checkCall = (call: Fields, path: Path): readonly DefinitionProblem[] => [
  ...pathProblems(call, path),
  ...methodProblems(call, path),
  ...timesProblems(call, path),
  ...pagesProblems(call, path),
  ...['query', 'headers', 'body', 'form'].flatMap((key) => secretProblems(call[key], [...path, key])),
];
