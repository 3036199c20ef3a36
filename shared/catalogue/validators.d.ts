/** The build generates this module from the schemas of a family; see infra/build/bundling/validators.ts. */
declare module '#validators/*' {
  export const validators: import('./accepts.ts').ValidatorModules;
}
