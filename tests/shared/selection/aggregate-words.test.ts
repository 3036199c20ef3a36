import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { projectRoot } from '../../../infra/build/project-root.ts';
import { CELL_AGGREGATES } from '../../../shared/config/selection.ts';

const read = (path: string): string => readFileSync(join(projectRoot, path), 'utf8');

test.each(CELL_AGGREGATES)(
  'the aggregate %s is a key in schemas/dashboard.json and explained in schemas/selections.md',
  (word) => {
    const missing = [
      ...(read('schemas/dashboard.json').includes(`"${word}": {`)
        ? []
        : [`schemas/dashboard.json: add the key ${word}`]),
      ...(read('schemas/selections.md').includes(`{ ${word}: `)
        ? []
        : [`schemas/selections.md: explain { ${word}: … }`]),
    ];
    expect(missing).toEqual([]);
  },
);
