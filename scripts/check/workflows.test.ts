import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../.github/workflows')
const read = (name: string) => fs.readFileSync(path.join(folder, name), 'utf8')

/** Actions that are named by what somebody can move: a tag or a branch. */
const movable = (workflow: string): string[] =>
  [...workflow.matchAll(/^\s*(?:- )?uses: (.+)$/gm)]
    .map(([, use]) => use ?? '')
    .filter((use) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(use))

/** What the workflow may write as a whole; jobs ask for more, one by one. */
const rights = (workflow: string) => /^permissions:\n((?: {2}.+\n)+)/m.exec(workflow)?.[1]

it.each(fs.readdirSync(folder))(
  '%s runs actions of one commit each, and may only read unless a job says more',
  (name) => {
    expect(movable(read(name))).toEqual([])
    expect(rights(read(name))).toBe('  contents: read\n')
  },
)

it('a tag, a branch and a pin without its version are noticed', () => {
  const pinned = `uses: actions/checkout@${'a'.repeat(40)}`
  const uses = ['uses: actions/checkout@v5', 'uses: actions/checkout@main', pinned, `${pinned} # v5.0.0`]
  expect(movable(uses.map((use) => `      - ${use}`).join('\n'))).toHaveLength(3)
})

it('only what publishes may write, and no more than it needs', () => {
  const jobs = read('release.yml').split(/^ {2}(?=\w+:$)/m)
  const writes = jobs.map((job) => [
    job.split(':', 1)[0],
    [...job.matchAll(/^ +([\w-]+): write$/gm)].map(([, right]) => right),
  ])
  expect(writes.filter(([, found]) => found?.length)).toEqual([
    ['image', ['packages']],
    ['publish', ['contents', 'id-token', 'attestations']],
  ])
})

it('every kind of dependency is looked after', () => {
  const bot = fs.readFileSync(path.join(folder, '../dependabot.yml'), 'utf8')
  const kinds = [...bot.matchAll(/package-ecosystem: (\S+)/g)].map(([, kind]) => kind)
  expect(kinds).toEqual(['npm', 'github-actions', 'docker'])
})
