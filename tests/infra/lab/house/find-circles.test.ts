import { expect, test } from '@jest/globals';
import { fileCircles, folderCircles } from '../../../../infra/lab/house/find-circles.ts';

const source = (path: string, ...imports: readonly string[]) => ({ path, lines: 1, imports });

test('folders that import each other form a circle, though their files form none', () => {
  const sources = [source('a/x/one.ts', 'a/y/two.ts'), source('a/y/three.ts', 'a/x/four.ts')];
  expect(folderCircles(sources)).toEqual([
    'a/x -> a/y -> a/x (a/x/one.ts imports a/y/two.ts, a/y/three.ts imports a/x/four.ts)',
  ]);
  expect(fileCircles(sources)).toEqual([]);
});

test('a folder and the folder that contains it form a circle', () => {
  const sources = [source('a/one.ts', 'a/x/two.ts'), source('a/x/three.ts', 'a/four.ts')];
  expect(folderCircles(sources)).toEqual([
    'a -> a/x -> a (a/one.ts imports a/x/two.ts, a/x/three.ts imports a/four.ts)',
  ]);
});

test('a circle of folders is found even if their subfolders form none', () => {
  const sources = [source('a/x/one.ts', 'b/x/two.ts'), source('b/y/three.ts', 'a/y/four.ts')];
  expect(folderCircles(sources)).toEqual([
    'a -> b -> a (a/x/one.ts imports b/x/two.ts, b/y/three.ts imports a/y/four.ts)',
  ]);
});

test('a circle of three files is listed once, with the imports that form it', () => {
  const sources = [source('a.ts', 'b.ts'), source('b.ts', 'c.ts'), source('c.ts', 'a.ts'), source('d.ts', 'a.ts')];
  expect(fileCircles(sources)).toEqual([
    'a.ts -> b.ts -> c.ts -> a.ts (a.ts imports b.ts, b.ts imports c.ts, c.ts imports a.ts)',
  ]);
});
