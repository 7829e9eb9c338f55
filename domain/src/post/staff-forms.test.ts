import { expect, test } from 'vitest'
import { staffEditForm } from './staff-forms.ts'

const fields = {
  title: ' Zieht Rico ein? ',
  content: 'Mehr weiß ich auch nicht. ',
  tags: [],
  dropsSource: false,
  dropsAddress: false,
  reason: 'Falsche Tags.',
  rule: 'content',
}
const tag = (n: number) => ({ id: `20000000-0000-4000-8000-${String(n).padStart(12, '0')}`, name: `Tag ${n}` })

test('an edited post is normalised for storage', () => {
  expect(staffEditForm({ isPoll: false }).parse(fields)).toEqual({
    ...fields,
    title: 'Zieht Rico ein?',
    content: 'Mehr weiß ich auch nicht.',
  })
})

test('only a poll may be without a text', () => {
  expect(staffEditForm({ isPoll: true }).safeParse({ ...fields, content: '' }).success).toBe(true)
  const { error } = staffEditForm({ isPoll: false }).safeParse({ ...fields, content: '  ' })
  expect(error?.issues[0]).toMatchObject({ path: ['content'], message: 'Der Text darf nicht leer sein.' })
})

test.each([
  [{ title: 'Kurz' }, 'title', 'Der Titel hat 8 bis 140 Zeichen.'],
  [{ content: 'x'.repeat(5001) }, 'content', 'Der Text hat höchstens 5.000 Zeichen.'],
  [{ tags: [1, 2, 3, 4, 5, 6].map(tag) }, 'tags', 'Höchstens 5 Tags.'],
  [{ reason: ' ' }, 'reason', 'Bitte gib einen Grund für diese Moderationsaktion an.'],
])('%o is refused at %s', (given, field, message) => {
  const { error } = staffEditForm({ isPoll: false }).safeParse({ ...fields, ...given })
  expect(error?.issues[0]).toMatchObject({ path: [field], message })
})
