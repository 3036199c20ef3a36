import type { LoadedDashboard } from '../dashboard/load-dashboard.ts';

export interface Tag {
  readonly Key: string;
  readonly Value: string;
}

/** What everything of a stack is tagged with, for cost allocation. */
export const tagsOf = ({ name }: Pick<LoadedDashboard, 'name'>, stage: string): Readonly<Record<string, string>> => ({
  dashboard: name,
  stage,
});

/** The same as most resources have them: a list. */
export const tagList = (tags: Readonly<Record<string, string>>): readonly Tag[] =>
  Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
