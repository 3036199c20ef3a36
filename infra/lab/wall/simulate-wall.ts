import { createDatabase } from './create-database.ts';
import { openWall } from './open-wall.ts';
import type { Outcome } from './outcome.ts';
import { prepareFunctions } from './prepare-functions.ts';
import { createRandom } from './random.ts';
import { installSimulatedTime, watchActivity } from './simulated-time.ts';
import type { Simulation, Variant } from './simulation.ts';
import { startServices } from './start-services.ts';

const SECOND_MS = 1000;
/** A Monday. The weekday makes no difference. */
const BEGINNING_MS = Date.UTC(2026, 10, 23, 8);

/** Discards the logs of the functions. */
const silence = (): void => {
  process.stdout.write = () => true;
  process.stderr.write = () => true;
};

/**
 * Runs a wall in simulated time: the functions' own code, one handler for each environment, and services on 127.0.0.1.
 * Replaces the clock, the environment variables, the output and `Math.random` of its thread, and does not restore them.
 */
export const simulateWall = async (simulation: Simulation, variant: Variant): Promise<Outcome> => {
  const { components, settings } = simulation;
  const database = createDatabase({ pause: settings.pause * SECOND_MS, resume: settings.resume * SECOND_MS });
  const services = await startServices(simulation, variant, (now) => database.ask(now - BEGINNING_MS));
  Object.assign(process.env, services.environment);
  const startFunction = await prepareFunctions(simulation, variant);
  silence();
  Math.random = createRandom(settings.seed);

  const time = installSimulatedTime(BEGINNING_MS);
  const activity = watchActivity(time);
  const failures: unknown[] = [];
  const follow = (request: object, ended: Promise<void>): void => {
    activity.follow(request, ended);
    ended.catch((error) => failures.push(error));
  };
  const wall = openWall({ simulation, time, startFunction, follow });
  services.slowDown();
  while (time.advance()) {
    await activity.settled();
    if (failures.length > 0) throw failures[0];
  }

  const { recorder } = wall;
  const outcome = {
    variant,
    answers: recorder.counts(),
    components: components.map(({ endpoint }, index) => ({ endpoint, ...recorder.countsOf(index) })),
    wall: recorder.record(),
    ...services.calls(),
    coldStarts: wall.coldStarts(),
    environments: wall.environments(),
    billed: wall.billed(),
    database: database.record(settings.length * SECOND_MS),
  };
  await services.close();
  return outcome;
};
