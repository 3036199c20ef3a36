/** Regions of each part of the world. */
export const REGIONS = [
  'us-east-1',
  'us-west-2',
  'eu-central-1',
  'eu-west-3',
  'eu-south-2',
  'eu-north-1',
  'ap-southeast-5',
  'ap-northeast-1',
  'ap-east-2',
  'ap-south-1',
  'ca-west-1',
  'sa-east-1',
  'me-central-1',
  'af-south-1',
  'il-central-1',
  'mx-central-1',
];
