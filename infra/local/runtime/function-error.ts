/** A failed invocation, for which the gateway responds with 500. */
export interface FunctionError {
  readonly kind: 'thrown' | 'timeout' | 'crash' | 'size';
  /** The message for the terminal, which clients never see. */
  readonly message: string;
}

export type InvocationResult = { readonly payload: Buffer } | { readonly error: FunctionError };
