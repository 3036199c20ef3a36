import { checkSize, serializeBody } from '../../shared/catalogue/serialize-body.ts';
import { validateBody } from '../../shared/catalogue/validate-body.ts';
import { decodeToUtf8 } from '../../shared/csv/decode.ts';
import { bodyError } from '../../shared/pipeline/body-error.ts';
import { parseJson } from '../../shared/sources/json.ts';
import { type Answering, readBytes, toDiagnostics } from './data-diagnostics.ts';
import type { Diagnostic } from './diagnostic.ts';
import { createJsonLocator } from './locate-json.ts';
import { sharingWarnings } from './sharing-warnings.ts';

/** Checks a JSON document by the schema and rules of its component. */
export const checkDocument = async (answering: Answering, file: string): Promise<readonly Diagnostic[]> => {
  const { component, validate, budget } = answering;
  try {
    const bytes = await readBytes(file, budget);
    const body = parseJson(bytes, budget);
    const violations = validateBody(component.shape, validate, body);
    if (violations.length === 0) {
      const text = serializeBody(body);
      checkSize(text, false);
      return sharingWarnings(answering, text, { file, line: 1, column: 1 });
    }
    const locate = createJsonLocator(decodeToUtf8(bytes).toString());
    const error = bodyError(component.shape, violations, undefined);
    return toDiagnostics(error, answering, ({ path = '' }) => ({ file, ...locate(path) }));
  } catch (error) {
    return toDiagnostics(error, answering, ({ line = 1, column = 1 }) => ({ file, line, column }));
  }
};
