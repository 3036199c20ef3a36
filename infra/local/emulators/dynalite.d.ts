declare module 'dynalite' {
  /** A DynamoDB over HTTP, in memory unless it is given a path. */
  const dynalite: (options: { readonly createTableMs?: number }) => import('node:http').Server;
  export = dynalite;
}
