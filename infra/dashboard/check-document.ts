import { checkSize, serializeBody } from '../../shared/catalogue/serialize-body.ts';
import { validateBody } from '../../shared/catalogue/validate-body.ts';
import { decodeToUtf8 } from '../../shared/csv/decode.ts';
import { bodyError } from '../../shared/pipeline/body-error.ts';
import { parseJson } from '../../shared/sources/json.ts';
import { type Answering, readBytes, toFaults } from './data-faults.ts';
import type { Fault } from './fault.ts';
import { createJsonLocator } from './locate-json.ts';
import { sharingWarnings } from './sharing-warnings.ts';

/** Holds a JSON document against its component: faults by the line and column of the file. */
export const checkDocument = async (answering: Answering, file: string): Promise<readonly Fault[]> => {
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
    return toFaults(error, answering, ({ path = '' }) => ({ file, ...locate(path) }));
  } catch (error) {
    return toFaults(error, answering, ({ line = 1, column = 1 }) => ({ file, line, column }));
  }
};
