import { isUtf8 } from 'node:buffer';
import { findViolations } from '../../../shared/catalogue/find-violations.ts';
import type { ShapeFolder } from '../../schemas/shape-folders.ts';

const parse = (text: string): { readonly body?: unknown; readonly faults: readonly string[] } => {
  try {
    return { body: JSON.parse(text), faults: [] };
  } catch {
    return { faults: ['the body is not JSON'] };
  }
};

/** Validates the body of a good response, as the client reads it, with the schema and rules of its shape. */
export const checkBody = ({ shape, validate }: ShapeFolder, text: string): readonly string[] => {
  const { body, faults } = parse(text);
  if (faults.length > 0) return faults;
  return findViolations(shape, validate, body).map(
    ({ path, rule, message }) => `the body at '${path}': ${rule}: ${message}`,
  );
};

/** Checks that a document is sent unchanged. Documents in other encodings than UTF-8 are not compared. */
export const checkDocument = (document: Uint8Array, text: string): readonly string[] =>
  !isUtf8(document) || JSON.stringify(JSON.parse(new TextDecoder().decode(document))) === text
    ? []
    : ['the body differs from the document'];
