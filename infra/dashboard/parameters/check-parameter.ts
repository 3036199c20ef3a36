import { nearestNames } from '../../../shared/catalogue/nearest-names.ts';
import { say } from '../../../shared/tabular/say.ts';
import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { type Fields, hasFields } from '../folder/fields.ts';
import { describeValue, didYouMean, inCode, shownName } from '../folder/name-words.ts';
import type { Path } from '../folder/read-yaml.ts';
import { PLATFORM_PARAMETERS } from '../head/access.ts';
import { isValue, MAX_COMBINATIONS, stepsOf, valuesOf, valuesOfRange } from './compile-parameters.ts';

export const NAME = /^[a-z][A-Za-z0-9]{0,31}$/;

const nameProblems = (name: string, path: Path, keyQuery: string | undefined): readonly DefinitionProblem[] => {
  const isTaken = PLATFORM_PARAMETERS.includes(name) || name === keyQuery;
  if (NAME.test(name) && !isTaken) return [];
  const message = isTaken
    ? `the parameter ${name} has a meaning of its own`
    : `${shownName(name)} cannot be the name of a parameter`;
  const hint = isTaken
    ? 'write another name, such as region'
    : 'write a small letter and then at most 31 letters or digits, such as region';
  return [{ path, part: 'key', message, hint }];
};

const namedBy = (path: Path): string => shownName(String(path.at(-1)));

const RANGE_KEYS = ['atLeast', 'atMost', 'step'] as const;

const KEYS: readonly string[] = ['oneOf', ...RANGE_KEYS, 'default', 'optional'];

const isRanged = (definition: Fields): boolean => RANGE_KEYS.some((key) => Object.hasOwn(definition, key));

const isNumber = (value: unknown): value is number => Number.isFinite(value);

const rangeProblems = (definition: Fields, path: Path): readonly DefinitionProblem[] => {
  const { atLeast, atMost, step = 1 } = definition;
  const lacked = (['atLeast', 'atMost'] as const).find((key) => !Object.hasOwn(definition, key));
  if (lacked) {
    const message = say`the range of ${namedBy(path)} has no ${inCode(lacked)}`;
    return [{ path, part: 'key', message, hint: `add ${inCode(lacked)}: a number` }];
  }
  if (!isNumber(atLeast) || !isNumber(atMost) || !isNumber(step) || step <= 0) return [];
  if (atLeast > atMost) {
    const message = say`\`atMost\` is ${atMost}, which is below \`atLeast\`, ${atLeast}`;
    return [{ path: [...path, 'atMost'], message, hint: `write \`atLeast: ${atMost}, atMost: ${atLeast}\`` }];
  }
  const steps = stepsOf(definition);
  if (Number.isInteger(steps)) return [];
  const last = valuesOfRange(definition).at(-1);
  const fitting = steps > MAX_COMBINATIONS ? '' : `, or end the range at ${last}`;
  const message = say`steps of ${step} from ${atLeast} do not reach ${atMost}`;
  return [
    {
      path: [...path, 'step' in definition ? 'step' : 'atMost'],
      message,
      hint: `write a \`step\` that divides the range${fitting}`,
    },
  ];
};

const listProblems = (values: unknown, path: Path): readonly DefinitionProblem[] => {
  const texts = Array.isArray(values) ? values.map(String) : [];
  return texts.flatMap((text, index) =>
    texts.indexOf(text) === index
      ? []
      : [
          {
            path: [...path, 'oneOf', index],
            message: say`${shownName(text)} is there twice`,
            hint: 'keep one of them',
          },
        ],
  );
};

const kindProblems = (definition: Fields, path: Path): readonly DefinitionProblem[] => {
  if ('oneOf' in definition && isRanged(definition)) {
    const message = say`${namedBy(path)} has both a list and a range`;
    const key = RANGE_KEYS.find((one) => Object.hasOwn(definition, one)) ?? '';
    return [{ path: [...path, key], part: 'key', message, hint: 'keep `oneOf`, or `atLeast` and `atMost`' }];
  }
  if ('oneOf' in definition) return listProblems(definition.oneOf, path);
  if (Object.keys(definition).some((key) => !KEYS.includes(key))) return [];
  if (isRanged(definition)) return rangeProblems(definition, path);
  const message = say`${namedBy(path)} has no values`;
  return [{ path, part: 'key', message, hint: 'add `oneOf: [East, West]`, or `atLeast: 0` and `atMost: 10`' }];
};

const defaultProblems = (definition: Fields, path: Path): readonly DefinitionProblem[] => {
  const { default: usual, optional } = definition;
  if (!isValue(usual)) return [];
  if (optional === true) {
    const message = '`default` and `optional` exclude each other';
    const hint = 'keep `default` for a value of requests that send none, or `optional` to leave the condition out';
    return [{ path: [...path, 'default'], part: 'key', message, hint }];
  }
  const values = valuesOf(definition);
  if (values.includes(usual) || values.length === 0) return [];
  const same = values.find((value) => String(value) === String(usual));
  const near = nearestNames(String(usual), values.map(String), 2);
  const listed = `write one of the values of ${namedBy(path)}`;
  const hint =
    same !== undefined
      ? `write it as in the list: ${describeValue(same)}`
      : near.length > 0
        ? didYouMean(near)
        : listed;
  return [{ path: [...path, 'default'], message: say`\`default\` cannot be ${describeValue(usual)}`, hint }];
};

export const checkParameter = (
  name: string,
  definition: unknown,
  path: Path,
  keyQuery: string | undefined,
): readonly DefinitionProblem[] => [
  ...nameProblems(name, path, keyQuery),
  ...(hasFields(definition) ? [...kindProblems(definition, path), ...defaultProblems(definition, path)] : []),
];
