import { checkSize, serializeBody } from '../../shared/catalogue/serialize-body.ts';
import { decodeToUtf8 } from '../../shared/csv/decode.ts';
import { bindShape } from '../../shared/pipeline/bind-shape.ts';
import { checkBody } from '../../shared/pipeline/check-body.ts';
import { parseJson } from '../../shared/sources/json.ts';
import { refuseLargeDocument } from '../../shared/sources/s3/size-limits.ts';
import { type CheckSubject, ownerOf, readBytes, toDiagnostics } from './data-diagnostics.ts';
import type { Diagnostic } from './diagnostic.ts';
import { createJsonLocator } from './locate-json.ts';
import { pictureWarnings } from './picture-warnings.ts';
import { sharingWarnings } from './sharing-warnings.ts';

/** Validates the body of a document. Returns the error if the body is invalid. */
const checkViolations = ({ component, validate, timezone, budget }: CheckSubject, body: unknown): unknown => {
  try {
    const bound = bindShape({ shape: component.shape, validate, timezone }, { options: {} });
    checkBody(bound, { body, rows: 0 }, budget);
    return undefined;
  } catch (error) {
    return error;
  }
};

/** Checks a JSON document as an endpoint does. Each diagnostic has the line and column of the file. */
export const checkDocument = async (subject: CheckSubject, file: string): Promise<readonly Diagnostic[]> => {
  const { budget } = subject;
  try {
    const bytes = await readBytes(file, (size) => {
      refuseLargeDocument(size);
      budget.hold({ bytes: size });
    });
    const body = parseJson(bytes, budget);
    const error = checkViolations(subject, body);
    if (error) {
      const locate = createJsonLocator(decodeToUtf8(bytes).toString());
      return toDiagnostics(error, ownerOf(subject), ({ path = '' }) => ({ file, ...locate(path) }));
    }
    const text = serializeBody(body);
    checkSize(text, false);
    const place = { file, line: 1, column: 1 };
    return [...sharingWarnings(subject, text, place), ...pictureWarnings(subject, body, place)];
  } catch (error) {
    return toDiagnostics(error, ownerOf(subject), ({ line = 1, column = 1 }) => ({ file, line, column }));
  }
};
