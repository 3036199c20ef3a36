import { ask } from '../terminal/ask.ts';

/** The first endpoints of a new dashboard: components with sample data, or CSV files. */
export interface Beginning {
  readonly components: readonly string[];
  readonly files: readonly string[];
}

const FIRST_COMPONENTS = ['Numeric Metric', '3D Pie Chart', 'Color Bar Chart', 'Carousel List'];

const QUESTION = `What does the dashboard begin with?
  1  ${FIRST_COMPONENTS.length} components with sample data: ${FIRST_COMPONENTS.join(', ')}
  2  one component with sample data
  3  your own CSV files
`;

const FURTHER = {
  2: async (): Promise<Beginning> => ({ components: [await ask('The name of the component: ')], files: [] }),
  3: async (): Promise<Beginning> => {
    const answer = await ask('The paths of the files, with blanks between them: ');
    return { components: [], files: answer.split(/\s+/).filter(Boolean) };
  },
} as const;

/**
 * Returns the components or files that the user named. If the user named none, asks in a terminal; without a terminal,
 * returns components with sample data.
 */
export const chooseBeginning = async (given: Beginning): Promise<Beginning> => {
  if (given.components.length > 0 || given.files.length > 0) return given;
  const first = { components: FIRST_COMPONENTS, files: [] };
  if (!process.stdin.isTTY) return first;
  console.log(QUESTION);
  const answer = await ask('1, 2 or 3 [1]: ');
  const beginning = answer === '2' || answer === '3' ? await FURTHER[answer]() : first;
  return beginning.components.length + beginning.files.length > 0 ? beginning : first;
};
