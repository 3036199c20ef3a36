/** Ends a command with one line on standard error and an exit code. */
export interface CommandFailure {
  /** The message to print. Empty if everything was printed already. */
  readonly failure: string;
  readonly exitCode: number;
}

/** Exit code for what the user typed: an unknown option, a missing value. */
export const EXIT_USAGE = 2;

/**
 * Creates the result of a failed command. The exit code is 2 for an error in the arguments, and 1 for all other errors.
 */
export const fail = (failure: string, exitCode: 1 | typeof EXIT_USAGE = 1): CommandFailure => ({ failure, exitCode });
