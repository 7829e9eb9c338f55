import { expect, test } from 'vitest'
import { manifestOf, packageOf, ranges, usageOf, workspaces } from './dependencies.ts'

/** Read by path or by another program, so that no file imports them. */
const readElsewhere: Readonly<Record<string, RegExp>> = {
  // `cap sync` takes the plugins of the shells from package.json.
  native: /^@capacitor\//,
  // Font files, by a path made of the script's name.
  server: /^@expo-google-fonts\//,
  web: /^@fontsource-variable\//,
}

const names = (group: Readonly<Record<string, string>> | undefined) => Object.keys(group ?? {})
const shared = names(manifestOf('.').devDependencies)

test.each(workspaces)('%s declares exactly what its code imports', (workspace) => {
  const { dependencies } = manifestOf(workspace)
  const { code } = usageOf(workspace)
  const declared = names(dependencies)
  expect(code.filter((name) => !declared.includes(name))).toEqual([])
  const isRead = (name: string) => code.includes(name) || readElsewhere[workspace]?.test(name)
  expect(declared.filter((name) => !isRead(name))).toEqual([])
})

test.each(workspaces)('the tests and the build of %s use what it or the repository declares for them', (workspace) => {
  const { dependencies, devDependencies } = manifestOf(workspace)
  const { code, tools } = usageOf(workspace)
  const declared = [...names(dependencies), ...names(devDependencies), ...shared]
  expect(tools.filter((name) => !declared.includes(name) && name !== `@hot/${workspace.split('/').at(-1)}`)).toEqual([])
  const isTypes = (name: string) => {
    const typed = name.replace(/^@types\//, '')
    return name.startsWith('@types/') && [...code, ...tools].includes(typed)
  }
  const isRead = (name: string) => tools.includes(name) || isTypes(name) || readElsewhere[workspace]?.test(name)
  expect(names(devDependencies).filter((name) => !isRead(name))).toEqual([])
})

test.each(['.', ...workspaces])(
  'every version in package.json of %s is exact, and the same everywhere',
  (workspace) => {
    const manifest = manifestOf(workspace)
    expect(ranges(manifest)).toEqual([])
    for (const other of ['.', ...workspaces]) {
      const elsewhere = { ...manifestOf(other).devDependencies, ...manifestOf(other).dependencies }
      const own = { ...manifest.devDependencies, ...manifest.dependencies }
      const differing = Object.keys(own).filter((name) => elsewhere[name] && elsewhere[name] !== own[name])
      expect(differing, `${workspace} and ${other}`).toEqual([])
    }
  },
)

test('a specifier names a package unless it is ours or Node’s own', () => {
  expect(
    ['sharp', '@hot/domain/text/slug', 'zod/v4', 'node:fs', 'fs', './a.ts', '#web/x', 'file:///a'].map(packageOf),
  ).toEqual(['sharp', '@hot/domain', 'zod', undefined, undefined, undefined, undefined, undefined])
  expect(ranges({ dependencies: { a: '1.0.0', b: '^1.0.0' }, devDependencies: { c: 'latest' } })).toEqual([
    'b ^1.0.0',
    'c latest',
  ])
})
