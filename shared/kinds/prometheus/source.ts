import type { DatasetSource } from '../../config/sources.ts';
import type { HostCall } from '../http/source.ts';

/** Asks in PromQL for the values in a time range, or at one time. */
export interface PrometheusSource extends DatasetSource, HostCall {
  readonly source: 'prometheus';
}
