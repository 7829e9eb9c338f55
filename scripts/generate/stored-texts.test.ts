import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { tokensOf } from '../../supabase/tests/support/house-rules.ts'
import { schemaStatements, schemasFolder } from '../schemas/schema-files.ts'
import { storedTexts, storedTextsSql } from './stored-texts.ts'

type Call = { name: string; filled: number }

/** Calls of private.stored_text(): the name, and how many values it is given. */
async function callsIn(code: string): Promise<Call[]> {
  const tokens = await tokensOf(code)
  return tokens.flatMap(({ text }, at) => {
    if (text !== 'stored_text' || tokens[at + 1]?.text !== '(' || tokens[at + 2]?.kind !== 'SCONST') return []
    let depth = 0
    let filled = 0
    for (const token of tokens.slice(at + 1)) {
      if (token.text === '(' || token.text === '[') depth++
      if (token.text === ')' || token.text === ']') depth--
      if (depth === 0) break
      if (token.text === ',' && depth === 1) filled++
    }
    return [{ name: tokens[at + 2]?.text.slice(1, -1) ?? '', filled }]
  })
}

const calls = (await Promise.all((await schemaStatements(schemasFolder)).map(({ code }) => callsIn(code)))).flat()
const places = (name: string) => (storedTexts.get(name)?.split('%s').length ?? 0) - 1

it('what the database writes is what domain says', () => {
  const written = fs.readFileSync(path.join(schemasFolder, '00_platform/stored_texts.sql'), 'utf8')
  expect(written).toBe(storedTextsSql(storedTexts))
})

it('every call names a text, and every text is named', () => {
  const named = calls.map(({ name }) => name)
  expect(named.filter((name) => !storedTexts.has(name))).toEqual([])
  expect([...storedTexts.keys()].filter((name) => !named.includes(name))).toEqual([])
})

it('a text gets as many values as it has places for', async () => {
  expect(calls.filter(({ name, filled }) => filled !== places(name))).toEqual([])
  expect([...storedTexts.values()].filter((text) => /%(?!s)/.test(text))).toEqual([])
  expect(await callsIn(`select private.stored_text('star.born', format('%s, %s', a, b))`)).toEqual([
    { name: 'star.born', filled: 1 },
  ])
})

it('a sentence stands nowhere else', () => {
  // A word alone may be a button or a heading as well.
  const sentences = [...storedTexts.values()].filter((text) => /[.!?]$/.test(text) && !text.includes('%s'))
  const copies = execFileSync('git', ['ls-files', 'domain/src', 'web/src', 'server'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /(?<!\.test|\.d)\.tsx?$/.test(file) && !file.endsWith('/stored-texts.ts') && fs.existsSync(file))
    .flatMap((file) => {
      const source = fs.readFileSync(file, 'utf8')
      return sentences.filter((text) => source.includes(`'${text}'`)).map((text) => `${file}: ${text}`)
    })
  expect(copies).toEqual([])
})
