import fs from 'node:fs'
import path from 'node:path'
import { postCard } from '@hot/domain/contract/post'
import { describe, expect, test } from 'vitest'
import * as z from 'zod'
import { exampleOf } from './example-of.ts'

const contract = path.join(import.meta.dirname, '../../domain/src/contract')
const files = fs
  .readdirSync(contract, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('database.types') && !file.startsWith('wire'))
const schemas: [string, z.ZodType][] = []
for (const file of files)
  for (const [name, value] of Object.entries(await import(path.join(contract, file))))
    if (value instanceof z.ZodObject) schemas.push([`${file} ${name}`, value])

describe('what a fixture does not say', () => {
  // A regular expression asks for more than the plainest text.
  test.each(schemas)('%s is filled as its schema asks', (_, schema) => {
    const issues = schema.safeParse(exampleOf(schema)).error?.issues ?? []
    expect(issues.filter(({ code }) => code !== 'invalid_format' && code !== 'too_small')).toEqual([])
  })

  test('is filled inside of what it says, too, which stays as it is given', () => {
    expect(schemas.length).toBeGreaterThan(100)
    const card = exampleOf(postCard, { type: 'poll', poll: { options: [{ text: 'Ja' }, { votes: 2 }] } })
    expect(card).toMatchObject({ type: 'poll', rumor: null, hearts: 0, title: '' })
    expect(card.poll).toEqual({
      ends_at: null,
      options: [
        { id: card.id, text: 'Ja', position: 0, votes: 0 },
        { id: card.id, text: '', position: 0, votes: 2 },
      ],
    })
    expect(exampleOf(z.object({ a: z.string().optional(), b: z.string().nullable() }))).toEqual({ b: null })
  })
})
