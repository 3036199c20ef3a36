export { kind as athena } from '../kinds/athena/kind.ts';
export { kind as cloudwatch } from '../kinds/cloudwatch/kind.ts';
export { kind as csv } from '../kinds/csv/kind.ts';
export { kind as http } from '../kinds/http/kind.ts';
export { kind as parquet } from '../kinds/parquet/kind.ts';
export { kind as prometheus } from '../kinds/prometheus/kind.ts';
export { kind as sql } from '../kinds/sql/kind.ts';
