import { expect, test } from 'vitest'
import { bioMax, bioSchema, profileForm } from './profile-form.ts'

test('a bio keeps its lines, without invisible characters', () => {
  expect(bioSchema.parse('  Guckt alles.\r\nAuch Wiederholungen.\u0000 ')).toBe('Guckt alles.\nAuch Wiederholungen.')
  expect(bioSchema.parse(' \n ')).toBe('')
})

test('a bio is counted as the database counts it', () => {
  expect(bioSchema.safeParse('🔥'.repeat(bioMax)).success).toBe(true)
  expect(bioSchema.safeParse('x'.repeat(bioMax + 1)).error?.issues[0]?.message).toMatch(/^Höchstens 500 Zeichen/)
})

test.each(['kim.', 'Max_vom_Team', 'anna'])(
  '%s keeps their name whatever came later, and takes no other that is refused',
  (own) => {
    const form = profileForm(own)
    expect(form.safeParse({ nickname: own, bio: '' }).success).toBe(true)
    expect(form.safeParse({ nickname: ' Lena_schaut ', bio: '' }).data).toEqual({ nickname: 'Lena_schaut', bio: '' })
    for (const refused of ['kim_', 'Mod_Lena', 'ab'])
      expect(form.safeParse({ nickname: refused, bio: '' }).error?.issues[0]?.path).toEqual(['nickname'])
  },
)
