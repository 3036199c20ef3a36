import { expect, test } from '@jest/globals';
import { build } from 'esbuild';
import { importDirectly } from '../../../infra/build/direct-imports.ts';
import { projectRoot } from '../../../infra/build/project-root.ts';

/** Bundles a source and returns the modules of packages that are in the bundle. */
const modulesOf = async (source: string): Promise<readonly string[]> => {
  const { metafile, outputFiles } = await build({
    stdin: { contents: source, resolveDir: projectRoot, sourcefile: 'shared/source.ts', loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'esm',
    mainFields: ['module', 'main'],
    treeShaking: false,
    plugins: [importDirectly],
    metafile: true,
    write: false,
  });
  expect(outputFiles).toHaveLength(1);
  return Object.keys(metafile.inputs);
};

test('a module that imports a name of an AWS package loads the module that defines it, without the index', async () => {
  const modules = await modulesOf(`export { SignatureV4 } from '@smithy/signature-v4/dist-es/SignatureV4.js';`);
  expect(modules.filter((path) => path.endsWith('signature-v4/dist-es/SignatureV4Base.js'))).toHaveLength(1);
  expect(modules.filter((path) => /submodules\/(?:client|protocols|serde)\/index\.js$/.test(path))).toEqual([]);
});
