/** The HTTP methods that an endpoint may take. */
export const METHODS = ['GET', 'POST'] as const;
export type Method = (typeof METHODS)[number];

/** The forms of a body besides the body itself: `{code: 200, msg, data}` and `{status: 0, msg, data}`. */
export type Envelope = 'code' | 'status';

/** How a front end other than the platform sends requests, and what it reads. */
export interface ClientConfig {
  /** The methods that the endpoint takes. */
  readonly methods: readonly Method[];
  /** Length of the time window in minutes for a request without a time. Absent if each request must have a time. */
  readonly period?: number;
  /** Absent if the body is sent as it is. */
  readonly envelope?: Envelope;
  /** True if errors are sent with the HTTP status 200. */
  readonly errorsAsOk?: boolean;
}
