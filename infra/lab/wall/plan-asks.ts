import { createRandom } from './random.ts';
import type { Simulation } from './simulation.ts';

/** The times of requests are in milliseconds of the simulation. */
export interface Place {
  readonly screen: number;
  readonly component: number;
  readonly asks: readonly number[];
}

/** Milliseconds by which a browser's timer and the network delay a request. */
const JITTER_MS = 50;
const SECOND_MS = 1000;

/** True while screens are on. */
export const createOpeningHours =
  ({ open, closed }: Simulation['settings']) =>
  (moment: number): boolean =>
    closed === 0 || moment % ((open + closed) * SECOND_MS) < open * SECOND_MS;

/** Draws whole numbers below a bound. The seed and the names decide the numbers. */
const chanceOf = (...names: readonly number[]): ((below: number) => number) => {
  const random = names.reduce(
    (last, name) => createRandom(last() * 2 ** 32 + name),
    () => 0,
  );
  return (below) => Math.floor(random() * below);
};

/**
 * Plans when each component of each screen sends requests. The seed decides when the rounds of a screen begin, and the
 * components of a screen follow one after another. The plan depends only on the settings, so all variants get the same
 * requests.
 */
export const planAsks = ({
  components,
  settings,
  assumptions,
}: Pick<Simulation, 'components' | 'settings' | 'assumptions'>): readonly Place[] => {
  const refresh = assumptions.refreshSeconds * SECOND_MS;
  const rounds = Math.floor((settings.length * SECOND_MS) / refresh);
  const isOpen = createOpeningHours(settings);
  const place = (screen: number, component: number, phase: number): Place => {
    const whole = chanceOf(settings.seed, screen, component);
    const offset = phase + whole(Math.min(settings.spread, refresh));
    const asks = Array.from({ length: rounds }, (_, round) => round * refresh + (offset % refresh) + whole(JITTER_MS));
    return { screen, component, asks: asks.filter(isOpen) };
  };
  return Array.from({ length: assumptions.screens }, (_, screen) => {
    const phase = chanceOf(settings.seed, screen)(refresh);
    return components.map((_component, index) => place(screen, index, phase));
  }).flat();
};
