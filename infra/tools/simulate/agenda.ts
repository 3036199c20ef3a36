/** Something that happens at a moment of simulated time, in milliseconds. */
export interface Appointment {
  readonly at: number;
  readonly run: () => void;
}

/** What is to happen, in the order of time; of two at one moment the one that was entered first. */
export interface Agenda {
  enter(at: number, run: () => void): Appointment;
  cancel(appointment: Appointment): void;
  /** Takes the next one off. */
  next(): Appointment | undefined;
}

export const createAgenda = (): Agenda => {
  const waiting: Appointment[] = [];
  return {
    enter: (at, run) => {
      const appointment = { at, run };
      waiting.splice(waiting.findLastIndex((one) => one.at <= at) + 1, 0, appointment);
      return appointment;
    },
    cancel: (appointment) => {
      const index = waiting.indexOf(appointment);
      if (index >= 0) waiting.splice(index, 1);
    },
    next: () => waiting.shift(),
  };
};
