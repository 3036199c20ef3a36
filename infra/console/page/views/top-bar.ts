import { html, nothing, type TemplateResult } from 'lit-html';
import { live } from 'lit-html/directives/live.js';
import type { Actions } from '../state/actions.ts';
import { type State, statusOf, TIME_PERIODS, type TileStatus, type View } from '../state/state.ts';
import { formatWindow, languageButton, words } from '../words/words.ts';

const STATUSES: readonly TileStatus[] = ['drawn', 'stale', 'empty', 'failed', 'pending'];

const statusButton = (status: TileStatus, count: number, { settings }: State, { choose }: Actions): TemplateResult => {
  const isChosen = settings.status === status;
  return html`<button
    class="count ${status}"
    aria-pressed=${isChosen ? 'true' : 'false'}
    @click=${() => choose({ status: isChosen ? undefined : status })}
  >
    <b>${count}</b> ${words.status[status]}
  </button>`;
};

const counts = (state: State, actions: Actions): TemplateResult => {
  const statuses = (state.info?.endpoints ?? []).map((endpoint) => statusOf(endpoint, state.results));
  const buttons = STATUSES.map((status) => ({ status, count: statuses.filter((one) => one === status).length }))
    .filter(({ status, count }) => count > 0 || state.settings.status === status)
    .map(({ status, count }) => statusButton(status, count, state, actions));
  return html`<div class="counts" role="group" aria-label=${words.statuses}>${buttons}</div>`;
};

const windowChoice = ({ settings }: State, { choose }: Actions): TemplateResult => {
  const periods = [...new Set([...TIME_PERIODS, settings.timePeriod])].sort((a, b) => a - b);
  const option = (period: number) =>
    html`<option value=${period} ?selected=${period === settings.timePeriod}>${formatWindow(period)}</option>`;
  return html`<label class="field"
    ><span>${words.timeWindow}</span>
    <select @change=${({ target }: Event) => choose({ timePeriod: Number((target as HTMLSelectElement).value) })}>
      ${periods.map(option)}
    </select></label
  >`;
};

const pollingChoice = ({ settings, info }: State, { choose }: Actions): TemplateResult => html`<label class="check"
  ><input
    type="checkbox"
    .checked=${live(settings.isPolling)}
    @change=${({ target }: Event) => choose({ isPolling: (target as HTMLInputElement).checked })}
  />${words.polling(String((info?.refreshMs ?? 0) / 1000))}</label
>`;

const filterField = ({ settings }: State, { choose }: Actions): TemplateResult => html`<label class="field grow"
  ><span>${words.filter}</span
  ><input
    type="search"
    placeholder=${words.filterHint}
    .value=${live(settings.filter)}
    @input=${({ target }: Event) => choose({ filter: (target as HTMLInputElement).value })}
/></label>`;

const LINKS: readonly (readonly [view: View, path: string, name: string])[] = [
  ['dashboard', '/', words.dashboard],
  ['wall', '/wall', words.wall],
  ['gallery', '/gallery', words.gallery],
];

const links = ({ view }: State): TemplateResult => html`<nav>
  ${LINKS.filter(([other]) => other !== view).map(([, path, name]) => html`<a href=${path}>${name}</a>`)} ${languageButton()}
</nav>`;

const askControls = (state: State, actions: Actions): TemplateResult => html`
  ${windowChoice(state, actions)} ${pollingChoice(state, actions)}
  <button @click=${actions.refreshNow}>${words.refreshNow}</button>
`;

const titleOf = ({ info }: State): string => info?.wall?.title ?? info?.name ?? 'Wallfeed';

export const topBar = (state: State, actions: Actions): TemplateResult => {
  const hasEndpoints = state.view !== 'gallery';
  return html`<header class="top">
    <div class="title">
      <h1 translate="no">${titleOf(state)}</h1>
      <span class="product">Wallfeed ${words.console}</span>
      ${state.info ? html`<code class="base">${state.info.base}</code>` : nothing} ${links(state)}
    </div>
    <div class="controls">
      ${hasEndpoints ? counts(state, actions) : nothing} ${filterField(state, actions)}
      ${hasEndpoints ? askControls(state, actions) : nothing}
    </div>
  </header>`;
};
