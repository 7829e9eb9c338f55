import { adminSettings } from '@hot/domain/contract/admin/settings'
import { settingsForm } from '@hot/domain/settings/settings-form'
import { expect, test } from 'vitest'
import { exampleOf } from '../../../../tests/support/example-of.ts'
import { saveArguments, settingsFields } from './screen.tsx'

test('loaded settings can be saved unchanged', () => {
  const fields = settingsFields(
    exampleOf(adminSettings, {
      signup_mode: 'open',
      extra_mail_domains: ['firma.de'],
      auto_approve_after_posts: 5,
      auto_approve_warning_days: 90,
      posts_quota: 100,
      votes_quota: 1000,
      alert_after_hours: 12,
      away_after_hours: 48,
    }),
  )
  expect(settingsForm.parse(fields)).toEqual(fields)
  expect(saveArguments(fields, 'x')).toMatchObject({
    p_values: { extra_mail_domains: ['firma.de'], posts_quota: 100 },
  })
})
