import type { DatasetSource, Joining, JsonRowsSource } from '../../config/sources.ts';

/**
 * A value of dashboard.yml for a request. A text `ssm:/name` is a secret. `:from`, `:to`, `:currentTime`, `:timePeriod`
 * and parameters of endpoints are replaced by their values.
 */
export type Template = string | number | boolean | null | readonly Template[] | TemplateMap;

export interface TemplateMap {
  readonly [key: string]: Template;
}

/** How requests show that they may read. Each value is a template. */
export interface HostAuth {
  readonly bearer?: string;
  readonly basic?: { readonly user: string; readonly password: string };
  readonly header?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  /** The AWS service whose signature requests have, and the region that they are signed for. */
  readonly sigv4?: { readonly service: string; readonly region: string };
}

/** A first call, whose answer has a bearer token for the other calls. */
export interface HostLogin {
  readonly path: string;
  readonly form?: TemplateMap;
  readonly body?: Template;
  /** Dotted path of the token in the answer. */
  readonly token: string;
  /** Dotted path of the number of seconds for which the token is valid. */
  readonly expires?: string;
}

/** An address outside of AWS that a dashboard may call. */
export interface HostConfig {
  readonly name: string;
  /** The address that begins all requests, without a slash at its end. */
  readonly url: string;
  /** True if functions may call private addresses. */
  readonly isPrivate?: true;
  /** The secret with the certificate of the company's own authority, as PEM. */
  readonly authority?: string;
  readonly auth?: HostAuth;
  readonly login?: HostLogin;
  /** Minimum time between two calls in one environment, in milliseconds. */
  readonly intervalMs?: number;
  /** Time limit of one call in milliseconds. */
  readonly timeoutMs?: number;
}

export type Pages = { readonly atMost: number } & (
  | { readonly next: string }
  | { readonly link: string }
  | { readonly cursor: string; readonly as: string }
  | { readonly page: string; readonly from: number }
  | { readonly offset: string; readonly size: number }
);

export interface HostCall {
  readonly host: HostConfig;
  /** Path below the address of the host, with `{from}` and other names in braces. */
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly query?: TemplateMap;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Template;
  readonly form?: TemplateMap;
  /** The form of `:from` and `:to`: `iso`, `milliseconds`, `seconds` or a pattern. */
  readonly times: string;
  /** True if the host may get the same POST twice. */
  readonly isRepeatable?: true;
  /** The parameters of endpoints that the request uses. */
  readonly own?: readonly string[];
}

/** A dataset whose rows an API returns. */
export interface HttpSource
  extends DatasetSource,
    HostCall,
    Joining,
    Pick<JsonRowsSource, 'rows' | 'unnest'>,
    Readonly<Partial<Record<'encoding' | 'delimiter', string>>> {
  readonly source: 'http';
  readonly pages?: Pages;
  readonly format?: 'json' | 'csv' | 'ndjson';
}
