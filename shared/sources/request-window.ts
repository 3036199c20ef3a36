/** The time that a request asks for. */
export interface RequestWindow {
  /** Milliseconds since 1970. */
  readonly currentTime: number;
  /** Minutes. */
  readonly timePeriod: number;
}
