import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { DURATION_UNITS } from '../../../shared/tabular/parse-duration.ts';
import { didYouMean } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';

type Remedy = (value: unknown) => string | undefined;

/** Hints for an invalid value of a key: for the value itself, and for an entry of it. */
interface Remedies {
  readonly whole: Remedy;
  readonly entry?: Remedy;
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const unitRemedy: Remedy = (value) => {
  const near = nearestNames(String(value), DURATION_UNITS, 1);
  return near.length > 0 ? didYouMean(near) : undefined;
};

const REMEDIES: Readonly<Record<string, Remedies>> = {
  blank: {
    whole: (value) =>
      Array.isArray(value) ? 'write at least one text: [N/A]' : `write a list: [${isText(value) ? value : 'N/A'}]`,
    entry: (value) => `write '${String(value ?? '')}' in quotes`,
  },
  units: {
    whole: (value) => `write a map: \`{ ${Array.isArray(value) && isText(value[0]) ? value[0] : 'ms'}: 1 }\``,
    entry: (value) => (typeof value === 'number' ? 'write a number above 0' : 'write a number'),
  },
  durations: {
    whole: (value) => `write a map of columns: \`{ Talk time: ${isText(value) ? value : 'minutes'} }\``,
    entry: unitRemedy,
  },
  months: {
    whole: (value) => (Array.isArray(value) && value.length === 12 ? undefined : 'write twelve names'),
  },
  comments: {
    whole: (value) => {
      if (value === null) return "write '#' in quotes";
      return typeof value === 'string' ? 'write 1 to 3 characters' : "write a text such as '#'";
    },
  },
  fillDown: { whole: () => 'write a list of columns: [Region]' },
  unnest: { whole: (value) => `write one path: ${Array.isArray(value) && isText(value[0]) ? value[0] : 'values'}` },
};

/** The number of steps from the top of dashboard.yml to the keys of a source, at least. */
const MIN_STEPS = 3;

/** Returns the hint for an invalid value of a key of reading, if one says more than the key's description. */
export const readingRemedy = (path: Path, value: unknown): string | undefined => {
  if (path.length < MIN_STEPS) return undefined;
  const [above, last] = path.slice(-2);
  const key = typeof last === 'string' && Object.hasOwn(REMEDIES, last) ? REMEDIES[last] : undefined;
  if (key) return key.whole(value);
  const parent = typeof above === 'string' && Object.hasOwn(REMEDIES, above) ? REMEDIES[above] : undefined;
  return parent?.entry?.(value);
};
