import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const home = path.join(import.meta.dirname, '..')
const readme = fs.readFileSync(path.join(home, 'README.md'), 'utf8')
const section = (heading: string) => readme.split(/^## /m).find((text) => text.startsWith(heading)) ?? ''
/** What stands in code in the first cell of each row. */
const firstCells = (heading: string) =>
  [...section(heading).matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) => codeIn(cell))
const codeIn = (text: string) => [...text.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)

const folders = fs
  .readdirSync(path.join(home, 'src'), { withFileTypes: true })
  .flatMap((entry) => (entry.isDirectory() ? [entry.name] : []))

test('the README has a line for each folder', () => {
  const named = firstCells('What is where').flatMap((code) => /^src\/([\w-]+)\/$/.exec(code)?.[1] ?? [])
  expect(named.sort()).toEqual(folders.sort())
})

test('the modules that it names are there', () => {
  const modules = codeIn(readme.replace(/^```.*?^```/gms, '')).filter((code) =>
    folders.some((folder) => new RegExp(`^(?:src/)?${folder}/[\\w-]+(?:\\.(?:ts|sql))?$`).test(code)),
  )
  const fileOf = (code: string) => path.join(home, 'src', code.replace(/^src\//, '').replace(/(?<!\.ts|\.sql)$/, '.ts'))
  expect(modules).toContain('keys/rotate-keys')
  expect(modules.filter((code) => !fs.existsSync(fileOf(code)))).toEqual([])
})

test('it names every option, and none that is none', () => {
  const source = fs.readFileSync(path.join(home, 'src/backend-options.ts'), 'utf8')
  const options = source.slice(source.indexOf('export type BackendOptions'), source.indexOf('\n}\n'))
  const names = [...options.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => name)
  const table = section('Options')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n')
  expect(names.length).toBeGreaterThan(30)
  expect(names.filter((name) => !codeIn(table).some((code) => code === name))).toEqual([])
  expect(firstCells('Options').filter((code) => !names.includes(code))).toEqual([])
})

test('whoever brings mails finds the name of each', () => {
  const named = new Set(codeIn(section('Options')).filter((code) => code.endsWith('.html')))
  expect([...named].sort()).toEqual(fs.readdirSync(path.join(home, 'templates')).sort())
})
