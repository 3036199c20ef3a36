export interface ObjectReceiver<Result> {
  /** Returns false if no further chunk is needed. */
  push(chunk: Buffer): boolean;
  /** Called after the last chunk, or once `push` has returned false. */
  end(): Result;
}

export interface ArrivingObject {
  /** In bytes; undefined if S3 does not send it. */
  readonly length: number | undefined;
  readonly etag: string | undefined;
  /** In bytes, of the whole object. Set if only a part arrives. */
  readonly total?: number | undefined;
  /** In milliseconds since 1970; NaN if S3 does not send it. */
  readonly modifiedAt?: number;
}

/** Called for one attempt. Each retry or hedge needs a new receiver. */
export type Receive<Result> = (object: ArrivingObject) => ObjectReceiver<Result>;
