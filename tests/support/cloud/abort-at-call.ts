import type { EmulatorServer } from '../../../infra/local/emulators/server/emulator-server.ts';

const LOOK_MS = 10;

export const abortAtCall = ({ calls }: Pick<EmulatorServer, 'calls'>): AbortSignal => {
  const count = () => calls.values().reduce((sum, number) => sum + number, 0);
  const before = count();
  const controller = new AbortController();
  const look = setInterval(() => {
    if (count() === before) return;
    clearInterval(look);
    controller.abort();
  }, LOOK_MS);
  return controller.signal;
};
