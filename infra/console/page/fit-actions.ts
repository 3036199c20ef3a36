import type { Fit, FitResult } from '../protocol.ts';
import { confirmAdd, fitDataFile, fitDroppedFile, proposeAdd } from './api.ts';
import type { Store } from './state.ts';
import { words } from './words/words.ts';

/** The actions on a file that the user tries. */
export interface FitActions {
  readonly tryFile: (file: File) => void;
  readonly tryDataFile: (path: string) => void;
  readonly closeFit: () => void;
  readonly copyLines: (lines: string) => void;
  readonly proposeAdd: (fit: Fit) => void;
  readonly confirmAdd: () => void;
  readonly cancelAdd: () => void;
}

type Notify = (notice: string) => void;
type Copy = (text: string) => Promise<void>;

const NONE = { fit: undefined, fitFailure: undefined, adding: undefined } as const;

/** Creates the actions on a file. A new file replaces the results of the previous file. */
export const createFitActions = (store: Store, notify: Notify, copy: Copy): FitActions => {
  let last = 0;
  const tryAny = async (name: string, fit: () => Promise<FitResult>): Promise<void> => {
    last += 1;
    const own = last;
    store.set({ ...NONE, trying: name });
    try {
      const result = await fit();
      if (own === last) store.set({ fit: result });
    } catch (error) {
      if (own === last) store.set({ fitFailure: (error as Error).message });
    }
  };
  const propose = async ({ component }: Fit): Promise<void> => {
    try {
      store.set({ adding: { component, ...(await proposeAdd({ component })) } });
    } catch (error) {
      notify((error as Error).message);
    }
  };
  const confirm = async (): Promise<void> => {
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
  const close = (): void => {
    last += 1;
    store.set({ ...NONE, trying: undefined });
  };
  return {
    tryFile: (file) => void tryAny(file.name, () => fitDroppedFile(file)),
    tryDataFile: (path) => void tryAny(path, () => fitDataFile(path)),
    closeFit: close,
    copyLines: (lines) => void copy(`${lines}\n`),
    proposeAdd: (fit) => void propose(fit),
    confirmAdd: () => void confirm(),
    cancelAdd: () => store.set({ adding: undefined }),
  };
};
