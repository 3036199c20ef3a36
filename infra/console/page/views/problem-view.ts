import { html, nothing, type TemplateResult } from 'lit-html';
import type { Detail } from '../../../../shared/errors/wallfeed-error.ts';
import type { ProblemView } from '../../protocol.ts';
import { words } from '../words/words.ts';
import { fileExcerpt } from './file-excerpt.ts';
import { fileTable } from './file-table.ts';

const placeOf = ({ table, line, row, column, columnName, path }: Detail): string =>
  [
    table,
    line === undefined ? undefined : words.line(line),
    row === undefined ? undefined : words.row(row),
    column === undefined ? undefined : words.column(column, columnName),
    path,
  ]
    .filter(Boolean)
    .join(', ');

const detailItem = (detail: Detail): TemplateResult => {
  const place = placeOf(detail);
  return html`<li>
    ${place ? html`<span class="place">${place}</span> ` : nothing}${detail.message}
    ${detail.hint ? html`<span class="hint">${detail.hint}</span>` : nothing}
  </li>`;
};

/** Draws a problem: its sentence, each place with its hint, and the parts of files around the faulty cells. */
export const problemView = ({
  error,
  sentence,
  details,
  tables,
  excerpts = [],
}: ProblemView): TemplateResult => html`<div class="problem">
  <p class="sentence">${error ? html`<code>${error}</code> ` : nothing}${sentence}</p>
  ${details.length > 0 ? html`<ul class="places">${details.map(detailItem)}</ul>` : nothing}
  ${tables.map(fileTable)} ${excerpts.map(fileExcerpt)}
</div>`;
