import type { EndpointConfig } from '../config/dashboard-config.ts';
import type { WindowDependence } from '../config/depends-on-window.ts';

/** The parts of an endpoint that the cache reads. */
export interface CachedEndpoint extends Pick<EndpointConfig, 'cache' | 'stale' | 'deadline' | 'document' | 'tables'> {
  readonly slug: string;
  /** The times of a request on which the body depends. */
  readonly dependsOn: WindowDependence;
}
