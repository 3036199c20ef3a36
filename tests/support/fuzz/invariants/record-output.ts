export interface Recording {
  /** Since the last call. */
  take(): readonly string[];
  /** Since the last call. */
  takeFaults(): readonly string[];
  end(): void;
}

type Write = typeof process.stdout.write;

/** Replaces standard output and error, so that tests can check everything that functions write. */
export const recordOutput = (): Recording => {
  let written = '';
  let faults: string[] = [];
  const originals = [process.stdout, process.stderr].map((stream) => [stream, stream.write] as const);
  const write = ((chunk: Uint8Array | string) => {
    written += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8');
    return true;
  }) as Write;
  for (const [stream] of originals) stream.write = write;
  const note = (error: unknown): void => {
    faults.push(`unhandled: ${String(Object(error).stack ?? error)}`);
  };
  const events = ['unhandledRejection', 'uncaughtException', 'warning'] as const;
  for (const event of events) process.on(event, note);
  return {
    take: () => {
      const lines = written.split('\n').filter((line) => line !== '');
      written = '';
      return lines;
    },
    takeFaults: () => {
      const taken = faults;
      faults = [];
      return taken;
    },
    end: () => {
      for (const [stream, original] of originals) stream.write = original;
      for (const event of events) process.off(event, note);
    },
  };
};
