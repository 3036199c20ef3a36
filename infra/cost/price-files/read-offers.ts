import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PRICE_NAMES, type Price, type PriceList, type PriceName } from '../price-list.ts';

interface OfferedPrice {
  /** The offer code, which names the file: `AmazonS3`. */
  readonly offer: string;
  /** The end of the product's `usagetype`; the code of a region such as `EUC1-` may stand before it. */
  readonly end: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Our units in one unit of AWS; 1 by default. */
  readonly units?: number;
}

const MB_PER_TB = 1_000_000;

/** AWS's public price files lack the Data API and CloudWatch dashboards. */
export const OFFERED: Readonly<Partial<Record<PriceName, OfferedPrice>>> = {
  gateway: { offer: 'AmazonApiGateway', end: 'ApiGatewayHttpRequest' },
  request: { offer: 'AWSLambda', end: 'Request-ARM' },
  compute: { offer: 'AWSLambda', end: 'Lambda-GB-Second-ARM' },
  computeX86: { offer: 'AWSLambda', end: 'Lambda-GB-Second' },
  objectRead: { offer: 'AmazonS3', end: 'Requests-Tier2' },
  scan: { offer: 'AmazonAthena', end: 'DataScannedInTB', units: MB_PER_TB },
  warehouse: { offer: 'AmazonRedshift', end: 'Redshift:ServerlessUsage' },
  cacheRead: { offer: 'AmazonDynamoDB', end: 'ReadRequestUnits' },
  cacheWrite: { offer: 'AmazonDynamoDB', end: 'WriteRequestUnits' },
  log: { offer: 'AmazonCloudWatch', end: 'DataProcessing-Bytes' },
  egress: { offer: 'AWSDataTransfer', end: 'DataTransfer-Out-Bytes' },
  capacity: {
    offer: 'AmazonRDS',
    end: 'Aurora:ServerlessV2Usage',
    attributes: { databaseEngine: 'Aurora PostgreSQL' },
  },
  secret: { offer: 'AWSSecretsManager', end: 'AWSSecretsManager-Secrets' },
  metric: { offer: 'AmazonCloudWatch', end: 'CW:MetricMonitorUsage' },
  metricRead: { offer: 'AmazonCloudWatch', end: 'CW:GMD-Metrics' },
  alarm: { offer: 'AmazonCloudWatch', end: 'CW:AlarmMonitorUsage' },
  zone: { offer: 'AmazonRoute53', end: 'HostedZone' },
};

const GLOBAL_OFFERS = 'https://pricing.us-east-1.amazonaws.com/offers/v1.0/aws';
const CHINESE_OFFERS = 'https://pricing.cn-north-1.amazonaws.com.cn/offers/v1.0/cn';

/** Returns the addresses of the public files that have the prices of a region. No account is needed to read them. */
export const offerFiles = (region: string): readonly string[] => {
  const base = region.startsWith('cn-') ? CHINESE_OFFERS : GLOBAL_OFFERS;
  const offers = new Set(Object.values(OFFERED).map(({ offer }) => offer));
  return [...offers].toSorted().map((offer) => `${base}/${offer}/current/${region}/index.json`);
};

interface Product {
  readonly sku: string;
  readonly attributes: Readonly<Record<string, string>>;
}

interface Dimension {
  readonly beginRange?: string;
  readonly pricePerUnit: Readonly<Record<string, string>>;
}

interface Offer {
  readonly offerCode: string;
  readonly version: string;
  readonly publicationDate: string;
  readonly products: Readonly<Record<string, Product>>;
  readonly terms: {
    readonly OnDemand: Readonly<
      Record<string, Readonly<Record<string, { readonly priceDimensions: Readonly<Record<string, Dimension>> }>>>
    >;
  };
}

const parseOffer = (text: string): Offer | undefined => {
  try {
    const offer = JSON.parse(text);
    const isOffer = typeof offer?.offerCode === 'string' && Object(offer.products) === offer.products;
    return isOffer && Object(offer.terms?.OnDemand) === offer.terms.OnDemand ? offer : undefined;
  } catch {
    return undefined;
  }
};

const readOffers = async (folder: string): Promise<readonly Offer[]> => {
  const names = await readdir(folder).catch((cause) => {
    throw new Error(`the folder ${folder} cannot be read: give the folder of the downloaded files with --from`, {
      cause,
    });
  });
  const files = names.filter((name) => !name.startsWith('.')).map((name) => join(folder, name));
  return Promise.all(
    files.map(async (file) => {
      const offer = parseOffer(await readFile(file, 'utf8'));
      if (offer) return offer;
      throw new Error(`${file} is no price list file of AWS: leave only the downloaded index.json files in the folder`);
    }),
  );
};

interface Match {
  readonly price: number;
  readonly currency: string;
  readonly source: string;
  readonly place: string;
  readonly publicationDate: string;
}

const isProduct = (
  { attributes }: Product,
  { end, attributes: further = {} }: OfferedPrice,
  region: string,
): boolean => {
  const { usagetype = '', regionCode = '' } = attributes;
  const before = usagetype.slice(0, -end.length);
  const isHere = regionCode === '' || regionCode === region || end === OFFERED.zone?.end;
  return (
    isHere &&
    usagetype.endsWith(end) &&
    /^(?:[A-Z0-9]+-)?$/.test(before) &&
    Object.entries(further).every(([name, value]) => attributes[name] === value)
  );
};

const CURRENCIES = ['USD', 'CNY'];

const pricesOf = ({ sku, attributes }: Product, offer: Offer): readonly Match[] =>
  Object.values(offer.terms.OnDemand[sku] ?? {})
    .flatMap(({ priceDimensions }) => Object.values(priceDimensions))
    .filter(({ beginRange = '0' }) => Number(beginRange) === 0)
    .flatMap(({ pricePerUnit }) =>
      CURRENCIES.filter((currency) => pricePerUnit[currency] !== undefined).map((currency) => ({
        price: Number(pricePerUnit[currency]),
        currency,
        source: `${offer.offerCode}, version ${offer.version}, SKU ${sku} (${attributes.usagetype})`,
        place: attributes.location ?? '',
        publicationDate: offer.publicationDate,
      })),
    );

const matchesOf = (wanted: OfferedPrice, offers: readonly Offer[], region: string): readonly Match[] =>
  offers
    .filter(({ offerCode }) => offerCode === wanted.offer)
    .flatMap((offer) =>
      Object.values(offer.products)
        .filter((product) => isProduct(product, wanted, region))
        .flatMap((product) => pricesOf(product, offer)),
    );

const PRECISION_DIGITS = 12;

export type GivenPrices = Readonly<Partial<Record<PriceName, number>>>;

const given = (price: number, form: Price): Price => ({ ...form, price, source: 'given with --set' });

type Found = { readonly name: PriceName; readonly price: Price; readonly match?: Match } | { readonly missing: string };

const findPrice = (name: PriceName, form: Price, offers: readonly Offer[], region: string): Found => {
  const wanted = OFFERED[name];
  if (!wanted) return { missing: `${name}: AWS's files do not have it` };
  const matches = matchesOf(wanted, offers, region);
  const [match] = matches;
  if (!match) return { missing: `${name}: no product of ${wanted.offer} for ${region} ends in ${wanted.end}` };
  const others = new Set(matches.map(({ price }) => price));
  if (others.size > 1)
    return { missing: `${name}: ${wanted.offer} has ${[...others].join(' and ')} for ${wanted.end}` };
  const price = Number(((match.price * form.per) / (wanted.units ?? 1)).toPrecision(PRECISION_DIGITS));
  return { name, price: { ...form, price, source: match.source }, match };
};

/**
 * @param form another price list, from which the units are taken.
 * @throws Error with a message for the user that names each price that was not found.
 */
export const readOfferedPrices = async (
  folder: string,
  region: string,
  set: GivenPrices,
  form: PriceList,
): Promise<PriceList> => {
  const offers = await readOffers(folder);
  const found = PRICE_NAMES.map((name): Found => {
    const own = set[name];
    const price = form.prices[name];
    return own === undefined ? findPrice(name, price, offers, region) : { name, price: given(own, price) };
  });
  const missing = found.flatMap((one) => ('missing' in one ? [one.missing] : []));
  if (missing.length > 0) {
    const list = missing.map((one) => `  ${one}`).join('\n');
    throw new Error(
      `nothing was written, because not every price was found; give these with --set, such as --set query=0.38:\n${list}`,
    );
  }
  const prices = found.flatMap((one) => ('missing' in one ? [] : [one]));
  const matches = prices.flatMap(({ match }) => match ?? []);
  const currencies = new Set(matches.map(({ currency }) => currency));
  if (currencies.size > 1)
    throw new Error('the files have prices in USD and in CNY: leave only those of one partition');
  const dates = matches.map(({ publicationDate }) => publicationDate).toSorted();
  return {
    region,
    place: matches.find(({ place }) => place !== '')?.place ?? region,
    currency: [...currencies][0] ?? form.currency,
    asOf: (dates.at(-1) ?? '').slice(0, 'yyyy-mm'.length),
    note: "First tier on demand, before tax, from AWS's public price list files; free tiers, discounts and commitments are left out.",
    prices: Object.fromEntries(prices.map(({ name, price }) => [name, price])) as PriceList['prices'],
  };
};
