/** A reply of the helper. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array;
}

export const replyJson = (value: unknown, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(value),
});

export const replyText = (body: string, status = 200): Reply => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8' },
  body,
});

/** Creates a reply with one sentence that says why a request cannot be served. The page shows the sentence. */
export const replyProblem = (sentence: string, status: number): Reply => replyJson({ sentence }, status);

export const NO_CONTENT: Reply = { status: 204, headers: {}, body: '' };
