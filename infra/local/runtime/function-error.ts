/** A failed invocation; the gateway answers 500. */
export interface FunctionError {
  readonly kind: 'thrown' | 'timeout' | 'crash' | 'size';
  /** For the terminal, never for the client. */
  readonly message: string;
}

export type InvocationResult = { readonly payload: Buffer } | { readonly error: FunctionError };
