import type { Draw } from './draw.ts';
import type { Report } from './ipc-messages.ts';
import { type Attacker, type AttackerOptions, startAttacker } from './start-attacker.ts';

/** A separate process that runs cases, so that crashes and hangs of functions are noticed too. */
export interface Attack {
  /** Runs a group. If the process ends or hangs, the case that was running has failed. */
  run(draw: Draw): Promise<Report>;
  close(): Promise<void>;
}

const describeDrawn = async (attacker: Attacker, draw: Draw): Promise<string> => {
  const message = await attacker.ask({ describe: draw });
  return message.is === 'described' ? message.text : '';
};

export const startAttack = async (options?: AttackerOptions): Promise<Attack> => {
  let attacker = await startAttacker(options);

  /** Returns the case that ended the process, unshrunk, because shrinking needs the process. */
  const lost = async (draw: Draw, error: Error): Promise<Report> => {
    const path = draw.path ?? String(attacker.at());
    attacker = await startAttacker(options);
    const found = await describeDrawn(attacker, { ...draw, path });
    return { answers: {}, shapes: {}, seconds: 0, failure: { path, faults: error.message, found } };
  };

  return {
    run: async (draw) => {
      try {
        const message = await attacker.ask({ run: draw });
        if (message.is !== 'done')
          throw new Error(`the attacked process sent an unexpected message: ${JSON.stringify(message)}`);
        return message.report;
      } catch (error) {
        return lost(draw, error as Error);
      }
    },
    close: () => attacker.close(),
  };
};
