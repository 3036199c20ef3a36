import type { CollectBody } from './collect-body.ts';
import type { ServiceResponse } from './send-signed.ts';

/** `status` is set only if there was a response. */
export interface ServiceFailure {
  readonly name: string;
  readonly message: string;
  /** A code such as ECONNRESET. */
  readonly errno: string | undefined;
  readonly status: number | undefined;
  readonly retryAfter: number | undefined;
  /** True if the clock was wrong. The next request is signed with the clock of the service. */
  readonly wasSkewed: boolean;
  /** True if the error has the mark of official clients, `$retryable`. */
  readonly isMarkedRetryable: boolean;
}

/** The types are unknown, because the service may send any values. */
interface ClientError {
  readonly name: unknown;
  readonly message: unknown;
  readonly code: unknown;
  readonly $metadata: { readonly httpStatusCode?: number; readonly clockSkewCorrected?: boolean };
  readonly $retryable: unknown;
  readonly $response: { readonly headers?: Readonly<Record<string, string>> };
}

const SKEWED = /^(?:RequestTimeTooSkewed|RequestExpired|RequestInTheFuture|InvalidSignatureException)$/;

const textOf = (said: unknown): string => (typeof said === 'string' ? said : '');

/** Reads the fields of an error of a call to an AWS service. Never throws. */
export const serviceFailure = (error: unknown): ServiceFailure => {
  const {
    name: saidName,
    message: saidMessage,
    code,
    $metadata,
    $retryable,
    $response,
  } = Object(error) as Partial<ClientError>;
  const name = textOf(saidName);
  const { 'retry-after': wait = '', date } = $response?.headers ?? {};
  const seconds = Number.parseInt(wait, 10);
  return {
    name,
    message: textOf(saidMessage),
    errno: typeof code === 'string' ? code : undefined,
    status: $metadata?.httpStatusCode,
    retryAfter: seconds > 0 ? seconds : undefined,
    wasSkewed: SKEWED.test(name) && ($metadata?.clockSkewCorrected === true || date !== undefined),
    isMarkedRetryable: $retryable !== undefined,
  };
};

/** Node's HTTP parser: the response is not HTTP. */
const NOT_HTTP = /^HPE_/;

/**
 * Returns the error code of a call that got no response or that the service ended by a timeout; undefined for other
 * errors.
 */
export const noResponseCode = (error: unknown): 'SOURCE_TIMEOUT' | 'SOURCE_INVALID' | undefined => {
  const { name, errno = '', status } = serviceFailure(error);
  if (status === 408 || name === 'RequestTimeout') return 'SOURCE_TIMEOUT';
  if (status !== undefined) return undefined;
  return NOT_HTTP.test(errno) ? 'SOURCE_INVALID' : 'SOURCE_TIMEOUT';
};

interface DescribedError {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  readonly AthenaErrorCode?: unknown;
}

export const serviceError = ({ name = 'Unknown', message, ...details }: DescribedError): Error =>
  Object.assign(new Error(message), { name, ...details });

/**
 * Reads the body of a response.
 * @param read returns the content of the text, or throws the error that the text describes.
 * @throws the errors of `collect` and `read`, with the status and headers of the response, as official clients do.
 */
export const readReply = async <Content>(
  { statusCode, headers, body }: ServiceResponse,
  collect: CollectBody,
  read: (text: string) => Content,
): Promise<Content> => {
  try {
    return read((await collect(body)).toString());
  } catch (error) {
    throw Object.assign(Object(error), { $metadata: { httpStatusCode: statusCode }, $response: { headers } });
  }
};
