/** Creates a function that returns the client for a region. The default is the region of the function. */
export const createRegionClients = <Client>(
  create: (region: { readonly region?: string }) => Client,
): ((region?: string) => Client) => {
  const own = create({});
  const clients = new Map<string, Client>();
  return (region) => {
    if (region === undefined) return own;
    const client = clients.get(region) ?? create({ region });
    clients.set(region, client);
    return client;
  };
};

/** Returns the region of an ARN, if it has one. */
export const regionOfArn = (arn: string): string | undefined => arn.split(':', 4)[3] || undefined;
