/** Ends a command with one line on standard error and an exit code. */
export interface CommandFailure {
  /** Empty if everything was printed already. */
  readonly failure: string;
  readonly exitCode: number;
}

/** Exit code for what the user typed: an unknown option, a missing value. */
export const EXIT_USAGE = 2;

/** A failed command: exit code 2 for what was typed, 1 for everything else. */
export const fail = (failure: string, exitCode: 1 | typeof EXIT_USAGE = 1): CommandFailure => ({ failure, exitCode });
