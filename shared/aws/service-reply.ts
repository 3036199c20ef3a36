import type { CollectBody } from './collect-body.ts';
import type { ServiceResponse } from './send-signed.ts';

/** An error as a service describes it. */
export interface DescribedError {
  readonly name?: string | undefined;
  readonly message?: string | undefined;
  /** The code that Athena adds to its errors. */
  readonly AthenaErrorCode?: unknown;
}

/** Creates the error that a service describes. */
export const serviceError = ({ name = 'Unknown', message, ...details }: DescribedError): Error =>
  Object.assign(new Error(message), { name, ...details });

/**
 * Reads the body of a response.
 * @param read returns the content of the text, or throws the error that the text describes.
 * @throws the error of the body. It has the status and headers of the response, as the errors of official clients do.
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
