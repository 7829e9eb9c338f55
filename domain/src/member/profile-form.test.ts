import { expect, test } from 'vitest'
import { bioMax, bioSchema } from './profile-form.ts'

test('a bio keeps its lines, without invisible characters', () => {
  expect(bioSchema.parse('  Guckt alles.\r\nAuch Wiederholungen.\u0000 ')).toBe('Guckt alles.\nAuch Wiederholungen.')
  expect(bioSchema.parse(' \n ')).toBe('')
})

test('a bio is counted as the database counts it', () => {
  expect(bioSchema.safeParse('🔥'.repeat(bioMax)).success).toBe(true)
  expect(bioSchema.safeParse('x'.repeat(bioMax + 1)).error?.issues[0]?.message).toMatch(/^Höchstens 500 Zeichen/)
})
