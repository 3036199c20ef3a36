/** A failed invocation; the gateway answers 500. */
export interface FunctionError {
  readonly kind: 'thrown' | 'timeout' | 'crash' | 'size';
  /** The message for the terminal. Clients never see it. */
  readonly message: string;
}

export type InvocationResult = { readonly payload: Buffer } | { readonly error: FunctionError };
