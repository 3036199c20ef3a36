import type { DashboardConfig, EndpointConfig } from '../../../shared/config/dashboard-config.ts';
import { loadCatalogue } from '../../build/load-catalogue.ts';
import { loadValidators } from '../../build/validators.ts';
import { askFunction, type Handler } from './ask-function.ts';
import { createFleet, type Fleet } from './create-fleet.ts';
import type { Outcome } from './outcome.ts';
import { createOpeningHours, type Place, planAsks } from './plan-asks.ts';
import { createRandom } from './random.ts';
import { createWallRecorder, type WallRecorder } from './record-wall.ts';
import { installSimulatedTime, type SimulatedTime } from './simulated-time.ts';
import type { Simulation, Variant, WallComponent } from './simulation.ts';
import { watchStillness } from './stillness.ts';
import { createDatabase } from './wire/create-database.ts';
import { startWire } from './wire/start-wire.ts';

const SECOND = 1000;
/** A Monday; what day it is decides nothing. */
const BEGINNING = Date.UTC(2026, 10, 23, 8);

/** An endpoint as the variant keeps its answers. */
const keptAs = ({ cache, stale, ...config }: EndpointConfig, variant: Variant): EndpointConfig => {
  if (variant.kept === 'not') return config;
  const ttl = variant.cache === undefined ? cache?.ttl : variant.cache * SECOND;
  const last = variant.stale === undefined ? stale : variant.stale * SECOND;
  return {
    ...config,
    ...(ttl && { cache: { ttl, shared: variant.kept === 'shared' } }),
    ...(last && { stale: last }),
  };
};

type CreateFunction = (family: string) => Handler;

/** How an environment of a family's function starts, as functions/<family>/handler.ts does. */
const prepareFunctions = async (
  { dashboard, timezone, components }: Simulation,
  variant: Variant,
): Promise<CreateFunction> => {
  const { createHandler } = await import('../../../shared/handler/create-handler.ts');
  const catalogue = await loadCatalogue();
  const families = [...new Set(components.map(({ family }) => family))];
  const validators = await loadValidators(families);
  const configOf = (family: string): DashboardConfig => ({
    dashboard,
    version: 'simulated',
    timezone,
    endpoints: Object.fromEntries(
      components
        .filter((one) => one.family === family)
        .map(({ endpoint, config }) => [endpoint, keptAs(config, variant)]),
    ),
  });
  return (family) => {
    const shapes = catalogue.filter((one) => one.family === family).map(({ shape }) => shape);
    return createHandler({ shapes, validators: validators[family] ?? {}, config: configOf(family) });
  };
};

/** What a wall needs while it runs. */
interface Running {
  readonly simulation: Simulation;
  readonly time: SimulatedTime;
  readonly recorder: WallRecorder;
  readonly fleets: ReadonlyMap<string, Fleet<Handler>>;
  readonly follow: (request: object, answered: Promise<unknown>) => void;
  readonly note: { coldStarts: number; billed: number };
}

const fail = (error: unknown): void => {
  throw error;
};

/** One request, from the component's call to its answer. */
const ask = (running: Running, place: Place, component: WallComponent): void => {
  const { simulation, time, recorder, fleets, follow, note } = running;
  const { readMs, coldMs, hitMs } = simulation.assumptions;
  const fleet = fleets.get(component.family);
  if (!fleet) return;
  const askedAt = time.now();
  const { environment, isCold } = fleet.take(askedAt);
  if (isCold) note.coldStarts += 1;

  const answer = async (): Promise<void> => {
    const answered = await askFunction(environment.handler, component, simulation.timeout);
    const endsAt = time.now() + hitMs;
    time.at(endsAt, () => {
      fleet.free(environment, endsAt);
      note.billed += endsAt - askedAt;
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

/** Enters the asks of a place one after another, each when the one before is due. */
const enterAsks = (running: Running, place: Place, component: WallComponent): void => {
  const enter = (index: number): void => {
    const at = place.asks[index];
    if (at === undefined) return;
    running.time.at(at, () => {
      enter(index + 1);
      ask(running, place, component);
    });
  };
  enter(0);
};

/** Enters the moments at which screens go off. */
const enterClosings = ({ simulation: { settings }, time, recorder }: Running): void => {
  const { open, closed, length } = settings;
  const isOpen = createOpeningHours(settings);
  if (closed === 0) return;
  for (let at = open; at < length; at += open + closed)
    time.at(at * SECOND, () => {
      if (!isOpen(at * SECOND)) recorder.turnOff(at * SECOND);
    });
};

const silence = (): void => {
  process.stdout.write = () => true;
  console.warn = () => undefined;
};

/**
 * Lets a wall run in simulated time: the functions' own code, one handler for each environment, against services on 127.0.0.1.
 * It takes over the clock, the environment, the output and chance of its thread, and leaves them so.
 */
export const simulateWall = async (simulation: Simulation, variant: Variant): Promise<Outcome> => {
  const { components, settings, assumptions } = simulation;
  const database = createDatabase({ pause: settings.pause * SECOND, resume: settings.resume * SECOND });
  let now = () => 0;
  const wire = await startWire(simulation, variant, database, () => now());
  Object.assign(process.env, wire.environment);
  const startFunction = await prepareFunctions(simulation, variant);
  silence();
  Math.random = createRandom(settings.seed);

  const time = installSimulatedTime(BEGINNING);
  now = time.now;
  const stillness = watchStillness(time);
  const recorder = createWallRecorder(components.length);
  const fleetOf = (family: string): readonly [string, Fleet<Handler>] => [
    family,
    createFleet({
      start: () => startFunction(family),
      idle: assumptions.idleSeconds * SECOND,
      life: assumptions.lifeSeconds * SECOND,
    }),
  ];
  const fleets = new Map(components.map(({ family }) => fleetOf(family)));
  const note = { coldStarts: 0, billed: 0 };
  const failures: unknown[] = [];
  const follow = (request: object, answered: Promise<unknown>): void => {
    stillness.follow(request, answered);
    answered.catch((error) => failures.push(error));
  };
  const running: Running = { simulation, time, recorder, fleets, follow, note };

  wire.slowDown();
  enterClosings(running);
  for (const place of planAsks(simulation)) {
    const component = components[place.component];
    if (component) enterAsks(running, place, component);
  }
  while (time.advance()) {
    await stillness.reached();
    failures.forEach(fail);
  }

  const end = settings.length * SECOND;
  recorder.turnOff(end);
  const calls = wire.calls();
  await wire.close();
  return {
    variant,
    answers: recorder.counts(),
    components: components.map(({ endpoint }, index) => ({ endpoint, ...recorder.countsOf(index) })),
    wall: recorder.record(),
    ...calls,
    ...note,
    environments: Array.from(fleets.values()).reduce((sum, fleet) => sum + fleet.largest(), 0),
    database: database.record(end),
  };
};
