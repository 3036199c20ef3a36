import { html, nothing, type TemplateResult } from 'lit-html';
import type { Actions } from '../actions.ts';
import type { State } from '../state.ts';
import { words } from '../words/words.ts';

const dataFiles = ({ info }: State, { tryDataFile }: Actions) => {
  const files = info?.dataFiles ?? [];
  if (files.length === 0) return nothing;
  const choose = ({ target }: Event): void => {
    const select = target as HTMLSelectElement;
    if (select.value !== '') tryDataFile(select.value);
    select.value = '';
  };
  return html`<label class="field"
    ><span>${words.orOfData}</span>
    <select @change=${choose}>
      <option value="">${words.choose}</option>
      ${files.map((file) => html`<option>${file}</option>`)}
    </select></label
  >`;
};

/** Draws the place to choose or drop a CSV file or a map. Files can also be dropped anywhere else on the page. */
export const fileChoice = (state: State, actions: Actions): TemplateResult => {
  const take = ({ target }: Event): void => {
    const input = target as HTMLInputElement;
    const [file] = input.files ?? [];
    if (file) actions.takeFile(file);
    input.value = '';
  };
  return html`<section class="drop" aria-label=${words.tryFile}>
    <label class="file-button"
      ><input type="file" accept=".csv,.tsv,.txt,text/csv,.geojson,.json" @change=${take} /><span>${words.tryFile}</span></label
    >
    <p>${words.dropHint}</p>
    ${dataFiles(state, actions)}
  </section>`;
};
