import { expect, test } from 'vitest'
import { moderationReasonMax } from '../moderation/decision-form.ts'
import { reasonKinds, reasonTemplates, templateMax } from '../moderation/reason-templates.ts'
import { standardGuidelines } from './guidelines.ts'
import { guidelinesForm, linesOf, operatorForm, ownReasons, reasonsFields, reasonsForm } from './site-texts.ts'

test('no standard template is listed twice, longer than a line, or refused by the form', () => {
  for (const { texts } of Object.values(reasonTemplates)) {
    expect(new Set(texts).size).toBe(texts.length)
    for (const text of texts) expect(text.length).toBeLessThan(90)
  }
  expect(reasonsForm.safeParse(reasonsFields({})).success).toBe(true)
  expect(templateMax).toBeLessThanOrEqual(moderationReasonMax)
})

test('only lists that differ from the standard ones are stored, also emptied ones', () => {
  const fields = reasonsFields({ warn: ['Bleib fair.'] })
  expect(fields.warn).toBe('Bleib fair.')
  expect(ownReasons(fields)).toEqual({ warn: ['Bleib fair.'] })
  expect(ownReasons(reasonsFields({}))).toEqual({})
  expect(ownReasons({ ...reasonsFields({}), ban: ' \n' })).toEqual({ ban: [] })
})

test('lines are cleaned, once each', () => {
  expect(linesOf(' Spam.\n\nSpam.\r\n  Zu   viel  Werbung ')).toEqual(['Spam.', 'Zu viel Werbung'])
})

test.each([
  ['too many', 'x\n'.repeat(3) + Array.from({ length: 20 }, (_, at) => `Nr. ${at}`).join('\n')],
  ['a long one', 'x'.repeat(templateMax + 1)],
])('%s templates are refused', (_, typed) => {
  expect(reasonsForm.safeParse({ ...reasonsFields({}), [reasonKinds[0] ?? '']: typed }).success).toBe(false)
})

test('guidelines and the data of the operator are checked', () => {
  expect(guidelinesForm.safeParse({ guidelines: standardGuidelines }).success).toBe(true)
  expect(guidelinesForm.safeParse({ guidelines: 'Seid nett.' }).success).toBe(false)
  const operator = Object.fromEntries(Object.keys(operatorForm.shape).map((name) => [name, '']))
  expect(operatorForm.safeParse(operator).success).toBe(true)
  for (const wrong of [{ email: 'keine' }, { city: '<b>Köln</b>' }, { hoster: 'x'.repeat(301) }])
    expect(operatorForm.safeParse({ ...operator, ...wrong }).success).toBe(false)
})
