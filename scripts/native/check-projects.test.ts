import { expect, test } from 'vitest'
import { treeWith } from '../../tests/support/native/tree-with.ts'
import { checkBuild, stampFile } from './check-projects.ts'
import { readNativeConfig, shellConfig } from './config.ts'
import { webBuild, webCopies } from './tree.ts'

const config = readNativeConfig({})

const built = (overrides: Record<string, string> = {}) => {
  const files = { 'index.html': '<p>', 'config.json': shellConfig(config, treeWith({})), 'assets/a.js': 'a()' }
  const copied = [webBuild, ...webCopies].flatMap((folder) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const),
  )
  return treeWith({
    ...Object.fromEntries(copied),
    [`${webCopies[0]}/cordova.js`]: '',
    [stampFile]: 'now',
    ...overrides,
  })
}

test('a build of the current sources in both projects is fine, without one it is only said', () => {
  expect(checkBuild(built(), config, 'now')).toEqual([])
  expect(checkBuild(treeWith({}), config, 'now').map(({ level }) => level)).toEqual(['warning'])
})

test.each([
  ['älter als die Quellen', built({ [stampFile]: 'before' })],
  ['public ist nicht der aktuelle', built({ [`${webCopies[0]}/assets/a.js`]: 'b()' })],
  ['public ist nicht der aktuelle', built({ [`${webCopies[1]}/assets/old.js`]: 'b()' })],
  ['config.json der App', built({ [`${webBuild}/config.json`]: '{}' })],
])('a stale build is told: %s', (word, tree) => {
  const found = checkBuild(tree, config, 'now')
  expect(found.map(({ text }) => text).join('\n')).toContain(word)
  expect(found.every(({ level }) => level === 'error')).toBe(true)
})
