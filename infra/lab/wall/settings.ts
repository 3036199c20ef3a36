import { type Assumptions, GUESSES, type Setting, type Settings, TRAFFIC } from '../../cost/assumptions.ts';
import { COUNT, MILLISECONDS, type Quantity, readQuantity, SECONDS } from '../../cost/quantity.ts';
import { readAssumptions } from '../../cost/read-assumptions.ts';
import type { SimulationSettings } from './simulation.ts';

/** `fallback` is absent if there is no default. */
export interface WallSetting {
  readonly name: keyof SimulationSettings;
  readonly option: string;
  readonly quantity: Quantity;
  readonly fallback: string;
  readonly meaning: string;
}

const DAY_SECONDS = 86_400;
const MAX_DAYS = 31;
const SECONDS_OR_NONE: Quantity = { ...SECONDS, min: 0 };
/** A number without a unit means hours. */
const LENGTH: Quantity = {
  ...SECONDS,
  kind: 'number',
  example: '4 or 0.5 (in hours), or 10m',
  parse: (text) => SECONDS.parse(/\d$/.test(text) ? `${text}h` : text),
  min: 1,
  max: MAX_DAYS * DAY_SECONDS,
};

export const WALL: readonly WallSetting[] = [
  { name: 'length', option: 'hours', quantity: LENGTH, fallback: '4', meaning: 'hours to simulate' },
  {
    name: 'components',
    option: 'components',
    quantity: COUNT,
    fallback: '20',
    meaning: 'number of components on a screen, taken from all parts of the dashboard file',
  },
  {
    name: 'pause',
    option: 'pause',
    quantity: SECONDS,
    fallback: '300s',
    meaning: 'the database pauses after this time without a call',
  },
  {
    name: 'resume',
    option: 'resume',
    quantity: SECONDS_OR_NONE,
    fallback: '15s',
    meaning: 'time that the database takes to resume',
  },
  {
    name: 'open',
    option: 'open',
    quantity: SECONDS_OR_NONE,
    fallback: '0s',
    meaning: 'screens are on for this time, then off for --closed, in turns; 0s: always on',
  },
  { name: 'closed', option: 'closed', quantity: SECONDS_OR_NONE, fallback: '0s', meaning: 'see --open' },
  {
    name: 'spread',
    option: 'spread',
    quantity: MILLISECONDS,
    fallback: '1s',
    meaning: 'the components of a screen send their requests within this time, each at its own moment',
  },
  { name: 'seed', option: 'seed', quantity: COUNT, fallback: '1', meaning: 'seed of the random numbers' },
];

/** The simulation counts the number of environments itself. */
export const ASSUMED: readonly Setting[] = GUESSES.filter(({ name }) => name !== 'environments');

export { TRAFFIC };

type Values = Readonly<Record<string, string | boolean | undefined>>;

const readWall = (values: Values): SimulationSettings => {
  const read = WALL.map(({ name, option, quantity, fallback }) => {
    const text = String(values[option] ?? fallback);
    return [name, readQuantity(option, text, quantity)] as const;
  });
  return Object.fromEntries(read) as Record<keyof SimulationSettings, number>;
};

/** @throws Error with a message for the user. */
export const readSettings = (
  values: Values,
): { readonly settings: SimulationSettings; readonly assumptions: Settings & Pick<Assumptions, 'wakeSeconds'> } => {
  const settings = readWall(values);
  if ((settings.open === 0) !== (settings.closed === 0))
    throw new Error('--open and --closed belong together: --open 8h --closed 16h');
  const { hours: _, ...others } = values;
  const assumptions = { ...readAssumptions(others), pauseSeconds: settings.pause, wakeSeconds: 0 };
  if (assumptions.refreshSeconds > settings.length)
    throw new Error('--hours must be at least --refresh, so that each component sends two requests');
  return { settings, assumptions };
};
