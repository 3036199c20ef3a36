import { secretIn } from './fill-request.ts';

export const secretNames = (value: unknown): readonly string[] => {
  if (typeof value === 'string') return [secretIn(value) ?? []].flat();
  if (typeof value !== 'object' || value === null) return [];
  return [...new Set(Object.values(value).flatMap(secretNames))];
};
