/** A promise that has changed, or an alarm of CloudWatch. */
export interface Notice {
  readonly dashboard: string;
  readonly stage: string;
  readonly name: string;
  readonly state: 'broken' | 'holds';
  readonly text: string;
  /** ISO 8601. */
  readonly since: string;
}

export type NoticeOrigin = Pick<Notice, 'dashboard' | 'stage'>;

type Members = Readonly<Record<string, unknown>>;

const parse = (text: string): Members | undefined => {
  try {
    const parsed = JSON.parse(text);
    return typeof parsed === 'object' && parsed !== null ? parsed : undefined;
  } catch {
    return undefined;
  }
};

const STATES: Readonly<Record<string, Notice['state']>> = { ALARM: 'broken', OK: 'holds' };

const timeOf = (text: unknown): string => {
  const time = new Date(String(text));
  return Number.isNaN(time.getTime()) ? new Date().toISOString() : time.toISOString();
};

/** Reads the message of an alarm. An alarm without enough data is no news. */
const readAlarm = (message: Members, origin: NoticeOrigin): Notice | undefined => {
  const { AlarmName, AlarmDescription, NewStateValue, StateChangeTime } = message;
  const state = STATES[String(NewStateValue)];
  if (!state) return undefined;
  const name = String(AlarmName);
  return { ...origin, name, state, text: `${name}: ${AlarmDescription ?? ''}`, since: timeOf(StateChangeTime) };
};

/** Returns undefined if the message says nothing that a person needs to know. */
export const readNotice = (text: string, origin: NoticeOrigin): Notice | undefined => {
  const message = parse(text);
  if (!message) return { ...origin, name: '', state: 'broken', text, since: new Date().toISOString() };
  if ('AlarmName' in message) return readAlarm(message, origin);
  const { name, state, text: sentence, since } = message;
  const isNotice = typeof name === 'string' && (state === 'broken' || state === 'holds');
  return isNotice ? { ...origin, name, state, text: String(sentence), since: timeOf(since) } : undefined;
};

const WORDS = {
  en: { broken: 'Alarm', holds: 'Over' },
  zh: { broken: '告警', holds: '恢复' },
} as const;

/** Some products take at most 2 048 bytes, and a Chinese character has three. */
const MAX_CHARACTERS = 600;

/** Writes a notice for people: `[ops-room prod] Alarm: orders: 2 rows; promised at least 3`. */
export const writeNotice = ({ dashboard, stage, state, text }: Notice, language: keyof typeof WORDS): string => {
  const whole = `[${dashboard} ${stage}] ${WORDS[language][state]}: ${text}`;
  return whole.length > MAX_CHARACTERS ? `${whole.slice(0, MAX_CHARACTERS - 1).toWellFormed()}…` : whole;
};
