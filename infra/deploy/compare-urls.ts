import { endpointsIn } from '../stack/endpoint-metadata.ts';
import type { Template } from '../stack/template.ts';
import type { BaseUrlChange, UrlChanges } from './stack-diff.ts';

/** Compares the paths of the endpoints; undefined if one of the templates does not list its endpoints. */
export const comparePaths = (before: Template, after: Template): UrlChanges | undefined => {
  const [old, next] = [endpointsIn(before), endpointsIn(after)];
  if (!old || !next) return undefined;
  return {
    added: Object.keys(next).filter((path) => !(path in old)),
    changed: Object.keys(next).filter((path) => path in old && old[path] !== next[path]),
    removed: Object.keys(old).filter((path) => !(path in next)),
  };
};

/** Returns the URL of a custom domain; undefined for an API with its own address, which AWS chooses. */
const domainUrlOf = ({ Outputs }: Template): string | undefined => {
  const value = Outputs?.HttpApiUrl?.Value;
  return typeof value === 'string' ? value : undefined;
};

/**
 * Compares the beginning of the URLs; undefined if it does not change. An API has either a custom domain or its own
 * address, not both.
 */
export const compareBaseUrls = (before: Template, after: Template, deployedUrl: string): BaseUrlChange | undefined => {
  const next = domainUrlOf(after);
  return domainUrlOf(before) === next ? undefined : { before: deployedUrl, ...(next !== undefined && { after: next }) };
};
