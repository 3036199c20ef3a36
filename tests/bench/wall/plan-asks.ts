import { createRandom } from './random.ts';
import type { Simulation } from './simulation.ts';

/** One component on one screen, and when it asks: moments of the simulation, in milliseconds. */
export interface Place {
  readonly screen: number;
  readonly component: number;
  readonly asks: readonly number[];
}

/** Milliseconds by which a timer of a browser and the network between move a call. */
const JITTER = 50;
const SECOND = 1000;

/** Whether screens are on at a moment. */
export const createOpeningHours =
  ({ open, closed }: Simulation['settings']) =>
  (moment: number): boolean =>
    closed === 0 || moment % ((open + closed) * SECOND) < open * SECOND;

/** Whole numbers below a bound, by chance; the same for the same names. */
const chanceOf = (...names: readonly number[]): ((below: number) => number) => {
  const random = names.reduce(
    (last, name) => createRandom(last() * 2 ** 32 + name),
    () => 0,
  );
  return (below) => Math.floor(random() * below);
};

/**
 * When each component of each screen asks. Screens begin their rounds at moments that the seed decides, the components
 * of each one after another; the same seed gives the same moments, whatever else is simulated.
 */
export const planAsks = ({
  components,
  settings,
  assumptions,
}: Pick<Simulation, 'components' | 'settings' | 'assumptions'>): readonly Place[] => {
  const refresh = assumptions.refreshSeconds * SECOND;
  const rounds = Math.floor((settings.length * SECOND) / refresh);
  const isOpen = createOpeningHours(settings);
  const place = (screen: number, component: number, phase: number): Place => {
    const whole = chanceOf(settings.seed, screen, component);
    const offset = phase + whole(Math.min(settings.spread, refresh));
    const asks = Array.from({ length: rounds }, (_, round) => round * refresh + (offset % refresh) + whole(JITTER));
    return { screen, component, asks: asks.filter(isOpen) };
  };
  return Array.from({ length: assumptions.screens }, (_, screen) => {
    const phase = chanceOf(settings.seed, screen)(refresh);
    return components.map((_component, index) => place(screen, index, phase));
  }).flat();
};
