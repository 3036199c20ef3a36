import { type ErrorMapping, type ErrorMappings, findMapping } from '../../aws/error-mapping.ts';
import { type ServiceFailure, serviceFailure } from '../../aws/service-errors.ts';

const KEY_OFF = 'enable the KMS key again, or cancel its deletion; otherwise upload the file again under another key';

/** Functions load this file only after such an error. */
const NAMES: ErrorMappings = [
  [
    /^NoSuchBucket$/,
    {
      code: 'SOURCE_NOT_FOUND',
      found: 'the bucket of the file does not exist',
      hint: 'correct `bucket` in the dashboard file, or make the bucket again and upload the files',
    },
  ],
  [/^KMS\..*Disabled/, { code: 'SOURCE_DENIED', found: 'the KMS key of the file is disabled', hint: KEY_OFF }],
  [/^KMS\..*NotFound/, { code: 'SOURCE_DENIED', found: 'the KMS key of the file does not exist', hint: KEY_OFF }],
  [/^KMS\..*State/, { code: 'SOURCE_DENIED', found: 'the KMS key of the file cannot be used now', hint: KEY_OFF }],
  [
    /^InvalidObjectState$/,
    {
      code: 'SOURCE_INVALID',
      found: 'the file is archived in S3 Glacier',
      hint: 'restore the file, or upload it again in the storage class Standard',
    },
  ],
];

const MAY_NOT_DECRYPT: ErrorMapping = {
  code: 'SOURCE_DENIED',
  found: 'the function may not use the KMS key of the file',
  hint: 'name the key as `key` in the dashboard file and deploy, and allow the function’s role in the policy of the key',
};

/** Returns undefined if the name of the error is enough. */
export const knownFailure = (error: unknown): ErrorMapping | undefined => {
  const { name, message }: ServiceFailure = serviceFailure(error);
  const isOfKey = /^KMS\./.test(name) || (/AccessDenied/.test(name) && /\bkms:\w+/.test(message));
  return findMapping(NAMES, name) ?? (isOfKey ? MAY_NOT_DECRYPT : undefined);
};
