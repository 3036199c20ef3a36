import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../build/project-root.ts';
import { renderCatalogue } from './catalogue/render-catalogue.ts';

const file = join('schemas', 'README.md');
await writeFile(join(projectRoot, file), await renderCatalogue());
console.log(`wrote ${file}`);
