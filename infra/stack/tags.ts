import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** Returns the cost allocation tags of all resources of a stack. */
export const tagsOf = ({ name }: Pick<LoadedDashboard, 'name'>, stage: string): Readonly<Record<string, string>> => ({
  dashboard: name,
  stage,
});

/** Returns the same tags as a list, the form that most resources use. */
export const tagList = (tags: Readonly<Record<string, string>>): readonly Tag[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
