/** One resource of a CloudFormation template. */
export interface Resource {
  readonly Type: string;
  readonly Properties?: Readonly<Record<string, unknown>>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
}

/** The parts of a CloudFormation template that the local stack reads. */
export interface Template {
  readonly Resources: Readonly<Record<string, Resource>>;
  readonly Metadata?: Readonly<Record<string, unknown>>;
  readonly Outputs?: Readonly<Record<string, { readonly Value: unknown }>>;
}

/** Returns the resources of one type with their logical ids. */
export const resourcesOf = (template: Template, type: string): readonly (readonly [string, Resource])[] =>
  Object.entries(template.Resources).filter(([, resource]) => resource.Type === type);
