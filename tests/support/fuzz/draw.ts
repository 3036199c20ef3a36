import { type Group, groups, runsOf } from './cases/groups.ts';

/** A seed always draws the same cases, and a path leads to one of them. */
export interface Draw {
  readonly group: Group;
  readonly seed: number;
  readonly runs: number;
  readonly path?: string;
}

const DEFAULT_SEED = 20_261_121;
/** All groups together. Every run of the tests can afford these cases. */
const DEFAULT_RUNS = 2_800;

const integerOf = (name: string, text: string | undefined, otherwise: number): number => {
  const number = text ? Number(text) : otherwise;
  if (Number.isSafeInteger(number)) return number;
  throw new Error(`${name} is ${JSON.stringify(text)}; set it to an integer such as ${otherwise}`);
};

const groupsOf = (name: string | undefined): readonly Group[] => {
  if (!name) return groups;
  const found = groups.filter((group) => group === name);
  if (found.length > 0) return found;
  throw new Error(`WALLFEED_FUZZ_GROUP is ${JSON.stringify(name)}; set it to one of ${groups.join(', ')}`);
};

/** Reads WALLFEED_FUZZ_SEED, _RUNS, _GROUP and _PATH. A single group gets all runs. */
export const readDraws = (variables: NodeJS.ProcessEnv): readonly Draw[] => {
  const {
    WALLFEED_FUZZ_SEED: seedText,
    WALLFEED_FUZZ_RUNS: runsText,
    WALLFEED_FUZZ_GROUP: groupText,
    WALLFEED_FUZZ_PATH: path,
  } = variables;
  const seed = integerOf('WALLFEED_FUZZ_SEED', seedText, DEFAULT_SEED);
  const all = integerOf('WALLFEED_FUZZ_RUNS', runsText, DEFAULT_RUNS);
  if (all < 1) throw new Error(`WALLFEED_FUZZ_RUNS is ${JSON.stringify(runsText)}; set it to at least 1`);
  const chosen = groupsOf(groupText);
  if (path && chosen.length > 1)
    throw new Error('WALLFEED_FUZZ_PATH names a case of one group; set WALLFEED_FUZZ_GROUP too');
  return chosen.map((group) => ({
    group,
    seed,
    runs: chosen.length === 1 ? all : runsOf(group, all),
    ...(path && { path }),
  }));
};

export const commandOf = ({ group, seed, path }: Draw): string =>
  `npm run test:fuzz -- --group ${group} --seed ${seed}${path ? ` --path ${path}` : ''}`;
