import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { Actions } from '../state/actions.ts';
import { type State, shownEndpoints } from '../state/state.ts';
import { words } from '../words/words.ts';
import { problemView } from './problem-view.ts';
import { suggestionView } from './suggestion-view.ts';
import { tile } from './tile.ts';

/**
 * Draws the field for the token of a deployed dashboard, and empties the field when it sends the token to the helper.
 */
const tokenForm = ({ useToken }: Actions): TemplateResult => {
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const field = (event.target as HTMLFormElement).querySelector('input') as HTMLInputElement;
    const token = field.value;
    field.value = '';
    useToken(token);
  };
  return html`<form class="banner token" autocomplete="off" @submit=${submit}>
    <label>${words.tokenLabel} <input type="password" name="token" autocomplete="off" spellcheck="false" required /></label>
    <button>${words.useToken}</button>
    <p>${words.tokenHint}</p>
  </form>`;
};

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
const fileChoice = (state: State, actions: Actions): TemplateResult => {
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

const notices = ({ info }: State, actions: Actions) => {
  if (!info) return nothing;
  const { mode, lacksToken, problems } = info;
  return html`
    ${mode === 'deployed' && lacksToken ? tokenForm(actions) : nothing}
    ${mode === 'local' && lacksToken ? html`<p class="banner">${words.lacksToken}</p>` : nothing}
    ${problems.map((problem) => html`<div class="banner failed">${problemView(problem)}</div>`)}
  `;
};

/** Draws every endpoint of the dashboard as a tile. */
export const dashboardView = (state: State, actions: Actions): TemplateResult => {
  const shown = shownEndpoints(state);
  return html`
    ${notices(state, actions)} ${fileChoice(state, actions)} ${suggestionView(state, actions)}
    <p class="disclaimer">${words.disclaimer}</p>
    <div class="tiles">
      ${repeat(
        shown,
        ({ slug }) => slug,
        (endpoint) => tile(endpoint, state, actions),
      )}
    </div>
    ${state.info && shown.length === 0 ? html`<p class="nothing">${words.noMatch}</p>` : nothing}
  `;
};
