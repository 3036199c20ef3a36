import { EventEmitter } from 'node:events';
import { expect, test } from '@jest/globals';
import { explained } from '../../../../infra/deploy/aws/call-service.ts';
import { cleaningUp, Interrupted, interruptible, pause } from '../../../../infra/deploy/aws/interruption.ts';

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
])(
  '%s lets the call to AWS that is under way end, and then stops the command with exit code %i',
  async (signal, exitCode) => {
    const source = new EventEmitter();
    const calls: string[] = [];
    const work = async (): Promise<void> => {
      await explained('calling', async () => {
        source.emit(signal, signal);
        // The command gets the signal twice, because npm passes it on.
        source.emit(signal, signal);
        calls.push('first');
      });
      await explained('calling', async () => calls.push('second'));
    };
    const error = await interruptible(work, source).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Interrupted);
    expect(error).toMatchObject({ exitCode });
    expect(calls).toEqual(['first']);
    expect(source.eventNames()).toEqual([]);
  },
);

test('an interrupted command still undoes what it began', async () => {
  const source = new EventEmitter();
  const calls: string[] = [];
  const work = async (): Promise<void> => {
    source.emit('SIGINT', 'SIGINT');
    await explained('calling', async () => calls.push('more')).catch(() => undefined);
    await cleaningUp(() => explained('undoing', async () => calls.push('undone')));
  };
  await interruptible(work, source);
  expect(calls).toEqual(['undone']);
});

test('an interrupted command does not wait for the end of a pause', async () => {
  const source = new EventEmitter();
  const waiting = interruptible(() => pause(3_600_000), source);
  source.emit('SIGINT', 'SIGINT');
  await expect(waiting).rejects.toBeInstanceOf(Interrupted);
});
