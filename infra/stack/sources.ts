import type { TokenReference } from '../../shared/config/dashboard-config.ts';
import { type ObjectLocation, partsOf, type SqlSource } from '../../shared/config/sources.ts';
import type { LoadedEndpoint } from '../dashboard/load-dashboard.ts';

export const unique = <V>(values: readonly V[]): readonly V[] =>
  Array.from(new Map(values.map((value) => [JSON.stringify(value), value])).values());

const sourcesOf = ({ config }: LoadedEndpoint) => [
  ...Object.values(config.tables).flatMap(partsOf),
  ...(config.document ? [config.document] : []),
];

/** Lists the S3 objects that endpoints read, without duplicates. */
export const objectsOf = (endpoints: readonly LoadedEndpoint[]): readonly ObjectLocation[] =>
  unique(
    endpoints
      .flatMap(sourcesOf)
      .flatMap((source) => (source.source === 'sql' || source.source === 'dataset' ? [] : [source]))
      .map(({ bucket, key }) => (bucket === undefined ? { key } : { bucket, key })),
  );

export const queriesOf = (endpoints: readonly LoadedEndpoint[]): readonly SqlSource[] =>
  endpoints.flatMap(sourcesOf).flatMap((source) => (source.source === 'sql' ? [source] : []));

/** True if an endpoint queries the stack's own database. */
export const needsDatabase = (endpoints: readonly LoadedEndpoint[]): boolean =>
  queriesOf(endpoints).some(({ database }) => database === undefined);

/** True if an endpoint uses the shared cache. */
export const needsTable = (endpoints: readonly LoadedEndpoint[]): boolean =>
  endpoints.some(({ config }) => config.cache?.shared);

/** Lists the names of the tokens that endpoints accept, without duplicates. */
export const tokensOf = (endpoints: readonly LoadedEndpoint[], from: TokenReference['from']): readonly string[] =>
  unique(endpoints.flatMap(({ config }) => config.tokens.filter((token) => token.from === from))).map(
    ({ name }) => name,
  );
