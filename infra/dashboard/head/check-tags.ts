import type { DefinitionProblem } from '../folder/definition-problem.ts';
import { asFields } from '../folder/fields.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The tags of every stack, by which commands recognise it. */
const OWN_TAGS: ReadonlySet<string> = new Set(['dashboard', 'stage']);

const tagProblem = (key: string): string | undefined => {
  if (OWN_TAGS.has(key)) return `\`tags\` cannot have '${key}', which every stack has already`;
  return /^aws:/i.test(key)
    ? `\`tags\` cannot have '${key}': AWS keeps tags that begin with aws: for itself`
    : undefined;
};

/** Finds tags that AWS or Wallfeed has already. */
export const checkTags = ({ tags }: Fields): readonly DefinitionProblem[] =>
  Object.keys(asFields(tags)).flatMap((key) => {
    const message = tagProblem(key);
    return message === undefined
      ? []
      : [{ path: ['tags', key], part: 'key' as const, message, hint: 'choose another key' }];
  });
