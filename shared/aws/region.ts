/** Returns a client of one AWS service for a region; without one, for the region that the function runs in. */
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

/** The region that an ARN names, if it names one. */
export const regionOfArn = (arn: string): string | undefined => arn.split(':', 4)[3] || undefined;
