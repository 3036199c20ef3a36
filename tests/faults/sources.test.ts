import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import type { EmulatorServer } from '../../infra/local/emulators/server/emulator-server.ts';
import { databaseFaults } from '../support/faults/database-faults.ts';
import { endpointsText, isWhole, MODES, type Mode, type Source } from '../support/faults/endpoints.ts';
import { playThrough } from '../support/faults/scenario.ts';
import { objectFaults, type SourceFault } from '../support/faults/source-faults.ts';
import { startWall, type Wall } from '../support/faults/start-wall.ts';

let wall: Wall;
beforeAll(async () => {
  wall = await startWall({
    rate: 0,
    dashboard: `timeout: 10s\nthrottle: { rate: 5000, burst: 5000 }\nendpoints:\n${endpointsText()}`,
  });
});
afterAll(() => wall.close());
afterEach(() => {
  for (const emulator of [wall.stack.emulators.objects, wall.stack.emulators.database]) emulator?.clearFaults();
});

const modes = Object.keys(MODES) as readonly Mode[];

/** Returns each fault with every combination of source and mode. A short run has one combination for each fault. */
const casesOf = (
  faults: readonly SourceFault[],
  sources: readonly Source[],
): readonly (readonly [string, Source, Mode, SourceFault])[] => {
  const combinations = sources.flatMap((source) => modes.map((mode) => [source, mode] as const));
  return faults.flatMap((fault, index) => {
    const chosen = isWhole
      ? combinations
      : [combinations[(index * 6) % combinations.length] ?? (['csv', 'both'] as const)];
    return chosen.map(([source, mode]) => [fault.name, source, mode, fault] as const);
  });
};

const play = async (
  source: Source,
  mode: Mode,
  fault: SourceFault,
  emulator: EmulatorServer | undefined,
): Promise<void> => {
  expect(emulator).toBeDefined();
  if (emulator) await playThrough({ wall, source, mode, fault, emulator });
};

describe('faults of S3', () => {
  test.each(casesOf(objectFaults, ['csv', 'json', 'several', 'mixed']))(
    'a fault of S3 is survived and reported: %s, with the endpoint %s-%s',
    (_, source, mode, fault) => play(source, mode, fault, wall.stack.emulators.objects),
  );
});

describe('faults of the Data API', () => {
  test.each(casesOf(databaseFaults, ['sql', 'mixed']))(
    'a fault of the Data API is survived and reported: %s, with the endpoint %s-%s',
    (_, source, mode, fault) => play(source, mode, fault, wall.stack.emulators.database),
  );
});
