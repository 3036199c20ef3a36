import { apiKey, client, maxSkew, origins, token } from './access.ts';
import { cache, refresh, stale } from './caching.ts';
import { account, codeBucket, key, roles, tags } from './company.ts';
import { bucket, database } from './database.ts';
import { domain } from './domain.ts';
import { concurrency, memory, throttle, timeout } from './functions.ts';
import type { HeadKey } from './head-key.ts';
import { hosts } from './hosts.ts';
import { accessLog, log, logDays } from './logs.ts';
import { dashboard, datasets, description, endpoints, timezone } from './names.ts';
import { hours } from './opening-hours.ts';
import { region } from './region.ts';
import { vpc } from './vpc.ts';
import { wall } from './wall.ts';
import { alarms, budget, language, watch } from './watch.ts';

/** In the order in which hints list them. A kind of source may add a key of its own: `keys.top`. */
export const HEAD_KEYS: ReadonlyMap<string, HeadKey> = new Map(
  Object.entries({
    dashboard,
    description,
    region,
    timezone,
    token,
    maxSkew,
    database,
    hosts,
    bucket,
    key,
    account,
    tags,
    roles,
    vpc,
    codeBucket,
    cache,
    stale,
    origins,
    client,
    apiKey,
    memory,
    concurrency,
    timeout,
    hours,
    throttle,
    budget,
    wall,
    domain,
    refresh,
    watch,
    accessLog,
    log,
    logDays,
    alarms,
    language,
    datasets,
    endpoints,
  }),
);
