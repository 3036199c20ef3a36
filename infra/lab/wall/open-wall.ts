import { askFunction, type Handler } from './ask-function.ts';
import { createOpeningHours, type Place, planAsks } from './plan-asks.ts';
import { createWallRecorder, type WallRecorder } from './record-wall.ts';
import type { SimulatedTime } from './simulated-time.ts';
import type { Simulation, WallComponent } from './simulation.ts';

/** Handles one request at a time. */
interface Environment<Handler> {
  readonly handler: Handler;
  readonly startedAt: number;
  freeSince: number;
  isBusy: boolean;
}

interface FleetOptions<Handler> {
  readonly start: () => Handler;
  /** Milliseconds until an idle environment ends. */
  readonly idle: number;
  /** Milliseconds until an environment is replaced. */
  readonly life: number;
}

interface Fleet<Handler> {
  /** The free environment that was used last, or a new one. */
  take(now: number): { readonly environment: Environment<Handler>; readonly isCold: boolean };
  free(environment: Environment<Handler>, now: number): void;
  largest(): number;
}

export const createFleet = <Handler>({ start, idle, life }: FleetOptions<Handler>): Fleet<Handler> => {
  let environments: readonly Environment<Handler>[] = [];
  let largest = 0;

  const startOne = (now: number): Environment<Handler> => {
    const environment = { handler: start(), startedAt: now, freeSince: now, isBusy: false };
    environments = [...environments, environment];
    largest = Math.max(largest, environments.length);
    return environment;
  };

  return {
    take: (now) => {
      environments = environments.filter(
        ({ isBusy, startedAt, freeSince }) => isBusy || (now - freeSince < idle && now - startedAt < life),
      );
      const [warm] = environments.filter(({ isBusy }) => !isBusy).toSorted((a, b) => b.freeSince - a.freeSince);
      const environment = warm ?? startOne(now);
      environment.isBusy = true;
      return { environment, isCold: warm === undefined };
    },
    free: (environment, now) => {
      environment.isBusy = false;
      environment.freeSince = now;
    },
    largest: () => largest,
  };
};

const SECOND_MS = 1000;

export interface WallOptions {
  readonly simulation: Simulation;
  readonly time: SimulatedTime;
  readonly startFunction: (family: string) => Handler;
  /** `ended` is the end of the request. */
  readonly follow: (request: object, ended: Promise<void>) => void;
}

export interface Wall {
  readonly recorder: WallRecorder;
  coldStarts(): number;
  /** Sum of the largest number of environments that each function had at one time. */
  environments(): number;
  /** Milliseconds that Lambda bills. */
  billed(): number;
}

export const openWall = ({ simulation, time, startFunction, follow }: WallOptions): Wall => {
  const { components, settings, assumptions, timeout } = simulation;
  const { readMs, coldMs, hitMs, idleSeconds, lifeSeconds } = assumptions;
  const recorder = createWallRecorder(components.length);
  const limits = { idle: idleSeconds * SECOND_MS, life: lifeSeconds * SECOND_MS };
  const fleets = new Map<string, Fleet<Handler>>();
  let coldStarts = 0;
  let billed = 0;

  const fleetOf = (family: string): Fleet<Handler> => {
    const fleet = fleets.get(family) ?? createFleet({ ...limits, start: () => startFunction(family) });
    fleets.set(family, fleet);
    return fleet;
  };

  const ask = (place: Place, component: WallComponent): void => {
    const askedAt = time.now();
    const fleet = fleetOf(component.family);
    const { environment, isCold } = fleet.take(askedAt);
    if (isCold) coldStarts += 1;
    const answer = async (): Promise<void> => {
      const answered = await askFunction(environment.handler, component, timeout);
      const endsAt = time.now() + hitMs;
      time.at(endsAt, () => {
        fleet.free(environment, endsAt);
        billed += endsAt - askedAt;
        recorder.note(place, answered, askedAt, endsAt);
      });
    };
    const begin = (): void => {
      const request = {};
      follow(request, time.within(request, answer));
    };
    if (isCold) time.at(askedAt + coldMs - readMs, begin);
    else begin();
  };

  /** Schedules each request when the one before it is due, so that the queue stays short. */
  const enterAsks = (place: Place, component: WallComponent, index = 0): void => {
    const at = place.asks[index];
    if (at === undefined) return;
    time.at(at, () => {
      enterAsks(place, component, index + 1);
      ask(place, component);
    });
  };

  const isOpen = createOpeningHours(settings);
  const { open, closed, length } = settings;
  for (let at = open; closed > 0 && at < length; at += open + closed) {
    if (!isOpen(at * SECOND_MS)) time.at(at * SECOND_MS, () => recorder.turnOff(time.now()));
  }
  for (const place of planAsks(simulation)) {
    const component = components[place.component];
    if (component) enterAsks(place, component);
  }
  time.at(length * SECOND_MS, () => recorder.turnOff(time.now()));

  return {
    recorder,
    coldStarts: () => coldStarts,
    environments: () => Array.from(fleets.values()).reduce((sum, fleet) => sum + fleet.largest(), 0),
    billed: () => billed,
  };
};
