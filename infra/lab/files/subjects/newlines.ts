import { chunksOf, type QueriedFile } from './subject.ts';

const LF = 10;

export const run = async ({ file }: QueriedFile): Promise<undefined> => {
  let lines = 0;
  for await (const chunk of chunksOf(file)) {
    for (let at = chunk.indexOf(LF); at !== -1; at = chunk.indexOf(LF, at + 1)) lines += 1;
  }
  if (lines === 0) throw new Error('the file has no line');
};
