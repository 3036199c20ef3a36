import type { Suggestion, SuggestionResult } from '../../protocol/protocol.ts';
import { words } from '../words/words.ts';
import { confirmAdd, proposeAdd, suggestForDataFile, suggestForDroppedFile } from './api.ts';
import type { Notices } from './notices.ts';
import type { Store } from './state.ts';

/** The actions on a file that the user tries. */
export interface SuggestionActions {
  readonly tryFile: (file: File) => void;
  readonly tryDataFile: (path: string) => void;
  readonly closeFit: () => void;
  readonly copyLines: (lines: string) => void;
  readonly proposeAdd: (fit: Suggestion) => void;
  readonly confirmAdd: () => void;
  readonly cancelAdd: () => void;
}

/** The page, and the number of the last file that was tried. */
interface SuggestionState {
  readonly store: Store;
  readonly notify: Notices['notify'];
  last: number;
}

const NONE = { fit: undefined, suggestionFailure: undefined, adding: undefined } as const;

/** Shows the components that a file fits, and ignores late results of an earlier file. */
const tryAny = async (state: SuggestionState, name: string, fit: () => Promise<SuggestionResult>): Promise<void> => {
  const { store } = state;
  state.last += 1;
  const own = state.last;
  store.set({ ...NONE, trying: name });
  try {
    const result = await fit();
    if (own === state.last) store.set({ fit: result });
  } catch (error) {
    if (own === state.last) store.set({ suggestionFailure: (error as Error).message });
  }
};

const close = (state: SuggestionState): void => {
  state.last += 1;
  state.store.set({ ...NONE, trying: undefined });
};

const propose = async ({ store, notify }: SuggestionState, { component }: Suggestion): Promise<void> => {
  try {
    store.set({ adding: { component, ...(await proposeAdd({ component })) } });
  } catch (error) {
    notify((error as Error).message);
  }
};

const confirm = async ({ store, notify }: SuggestionState): Promise<void> => {
  const { adding } = store.get();
  if (!adding) return;
  try {
    await confirmAdd(adding);
    notify(words.added);
  } catch (error) {
    notify((error as Error).message);
  } finally {
    store.set({ adding: undefined });
  }
};

/** Creates the actions on a file. A new file replaces the results of the previous file. */
export const createSuggestionActions = (store: Store, { notify, copy }: Notices): SuggestionActions => {
  const state: SuggestionState = { store, notify, last: 0 };
  return {
    tryFile: (file) => void tryAny(state, file.name, () => suggestForDroppedFile(file)),
    tryDataFile: (path) => void tryAny(state, path, () => suggestForDataFile(path)),
    closeFit: () => close(state),
    copyLines: (lines) => void copy(`${lines}\n`),
    proposeAdd: (fit) => void propose(state, fit),
    confirmAdd: () => void confirm(state),
    cancelAdd: () => store.set({ adding: undefined }),
  };
};
