import type { PriceName } from '../price-list.ts';

/** The product of AWS's public price list files that has a price of ours. */
export interface OfferedPrice {
  /** The offer code, which names the file: `AmazonS3`. */
  readonly offer: string;
  /** The end of the product's `usagetype`; the code of a region such as `EUC1-` may stand before it. */
  readonly end: string;
  /** Further attributes of the product. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Units of ours in one unit of AWS; 1 unless given. */
  readonly units?: number;
}

const MB_PER_TB = 1_000_000;

/** Where AWS's public price list files have our prices. They have neither the Data API nor CloudWatch dashboards. */
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
