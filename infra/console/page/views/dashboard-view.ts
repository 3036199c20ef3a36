import { html, nothing, type TemplateResult } from 'lit-html';
import { repeat } from 'lit-html/directives/repeat.js';
import type { AskResult, EndpointInfo } from '../../protocol/protocol.ts';
import { picture } from '../draw/picture.ts';
import type { Actions } from '../state/actions.ts';
import { type State, shownEndpoints, statusOf } from '../state/state.ts';
import { componentName, formatAge, nameOf, words } from '../words/words.ts';
import { addressField, addressView } from './address-view.ts';
import { brokenPromises } from './broken-promises.ts';
import { oldDataOf } from './data-age.ts';
import { problemView } from './problem-view.ts';
import { suggestionView } from './suggestion-view.ts';

/** Returns the word for a cache status. Returns the status itself if only a newer stack knows it. */
const stateOf = (cache = ''): string => (words.cache as Readonly<Record<string, string>>)[cache] ?? cache;

const cacheWords = ({ cache, ageMs = 0 }: AskResult): string =>
  [stateOf(cache), ageMs > 0 || cache === 'hit' ? words.old(formatAge(ageMs)) : undefined].filter(Boolean).join(' · ');

const facts = (endpoint: EndpointInfo, result: AskResult | undefined, { info }: State) => {
  if (!result) return nothing;
  const old = oldDataOf(endpoint, result, Date.now(), info?.timezone ?? 'UTC');
  const { httpStatus, ms } = result;
  const kind = httpStatus === 200 ? 'good' : 'bad';
  return html`<p class="facts">
    ${httpStatus > 0 ? html`<span class="http ${kind}">${httpStatus}</span>` : nothing}
    <span>${ms} ms</span>
    ${result.cache ? html`<span>${cacheWords(result)}</span>` : nothing}
    ${old ? html`<span class="old-data">${old}</span>` : nothing}
  </p>`;
};

const staleBanner = ({ ageMs = 0, problem }: AskResult): TemplateResult => html`<div class="stale-banner">
  <strong>${words.stale(formatAge(ageMs))}</strong>
  ${problem ? problemView(problem) : nothing}
</div>`;

const promiseBanner = (result: AskResult, { info }: State): TemplateResult | typeof nothing => {
  const broken = brokenPromises(result, Date.now(), info?.timezone);
  if (broken.length === 0) return nothing;
  return html`<div class="stale-banner">
    <strong>${words.broken(broken.length)}</strong>
    ${broken.map(({ name, text }) => html`<p><span translate="no">${name}</span>${words.colon}${text}</p>`)}
  </div>`;
};

const content = ({ slug, component, refused }: EndpointInfo, result: AskResult | undefined, state: State) => {
  if (refused) return problemView(refused);
  if (!result) return html`<p class="waiting">${words.pending}</p>`;
  const { status, drawing, problem } = result;
  if (status === 'failed') return problem ? problemView(problem) : nothing;
  return html`
    ${status === 'stale' ? staleBanner(result) : nothing} ${promiseBanner(result, state)}
    ${status !== 'stale' && problem ? html`<div class="hidden-error">${problemView(problem)}</div>` : nothing}
    ${status === 'empty' ? html`<p class="empty">${words.empty}</p>` : nothing}
    ${drawing && status !== 'empty' ? picture(drawing, component, `${nameOf(component)}, ${slug}`, state.ownMaps) : nothing}
  `;
};

const corsLimit = (result: AskResult | undefined) =>
  result?.limitedTo === undefined
    ? nothing
    : html`<p class="note" title=${words.limitedTo(result.limitedTo)}>${words.limited(result.limitedTo)}</p>`;

const parameterChoices = (
  { slug, parameters = [] }: EndpointInfo,
  { values }: State,
  { chooseValue }: Actions,
): TemplateResult | typeof nothing => {
  if (parameters.length === 0) return nothing;
  const choices = parameters.map(({ name, values: allowed, default: usual, optional }) => {
    const chosen = values?.get(slug)?.[name] ?? String(usual ?? (optional ? '' : allowed[0]));
    const option = (value: string) =>
      html`<option value=${value} ?selected=${value === chosen} translate="no">${value}</option>`;
    const none = html`<option value="" ?selected=${chosen === ''}>${words.notSent}</option>`;
    const choose = ({ target }: Event): void => chooseValue(slug, name, (target as HTMLSelectElement).value);
    return html`<label class="field"
      ><span translate="no">${name}</span>
      <select @change=${choose}>
        ${optional ? none : nothing} ${allowed.map((value) => option(String(value)))}
      </select></label
    >`;
  });
  return html`<div class="parameters">${choices}</div>`;
};

const tile = (endpoint: EndpointInfo, state: State, actions: Actions): TemplateResult => {
  const { slug, title, component, source, url } = endpoint;
  const { results } = state;
  const result = results.get(slug);
  return html`<article class="tile" data-endpoint=${slug} data-status=${statusOf(endpoint, results)} aria-label="${nameOf(component)}, ${slug}">
    <header>
      <h2>${title === undefined ? componentName(component) : html`<span translate="no">${title}</span>`}</h2>
      <p class="slug"><b translate="no">${slug}</b>${title === undefined ? nothing : html`<span>${componentName(component)}</span>`}<span translate="no" title=${source}>${source}</span></p>
      ${facts(endpoint, result, state)}
    </header>
    ${parameterChoices(endpoint, state, actions)}
    <div class="content">${content(endpoint, result, state)} ${corsLimit(result)}</div>
    <footer>
      <button @click=${() => actions.copyUrl(url)}>${words.copyUrl}</button>
      <button @click=${() => actions.copyCurl(slug)}>${words.copyCurl}</button>
      <button class="quiet" @click=${() => actions.open(slug)}>${words.details}</button>
    </footer>
  </article>`;
};

/** Empties the field when it sends the token to the helper. */
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
      ${files.map((file) => html`<option translate="no">${file}</option>`)}
    </select></label
  >`;
};

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
    ${dataFiles(state, actions)} ${addressField(state, actions)}
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

export const dashboardView = (state: State, actions: Actions): TemplateResult => {
  const shown = shownEndpoints(state);
  return html`
    ${notices(state, actions)} ${fileChoice(state, actions)} ${addressView(state, actions)} ${suggestionView(state, actions)}
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
