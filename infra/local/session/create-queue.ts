/** Tasks that run one after another. */
export interface Queue {
  add(task: () => Promise<void>): void;
  /** Waits for the running task. Tasks that have not begun are dropped. */
  end(): Promise<void>;
}

/** Creates an empty queue. Tasks must not throw. */
export const createQueue = (): Queue => {
  let isEnded = false;
  let last = Promise.resolve();
  return {
    add: (task) => {
      last = last.then(() => (isEnded ? undefined : task()));
    },
    end: () => {
      isEnded = true;
      return last;
    },
  };
};
