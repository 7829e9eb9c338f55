import fs from 'node:fs'
import path from 'node:path'
import { GOTRUE_RATES } from '@hot/embedded/auth/limits'
import { CODE_SECONDS, LINK_SECONDS } from '@hot/embedded/auth/mails/link-mails'
import { mailOf } from '@hot/embedded/mailbox/mail-templates'
import { parse } from 'smol-toml'
import { describe, expect, test } from 'vitest'
import { passwordFault } from '../../domain/src/auth/password.ts'
import { installationOptions } from '../../server/backend/embedded-backend.ts'
import { root } from '../node-program.js'

const config = parse(fs.readFileSync(path.join(root, 'supabase/config.toml'), 'utf8')) as Record<string, never>
/** A value by its dotted path. */
const at = (name: string): unknown =>
  name.split('.').reduce<unknown>((table, key) => (table as Record<string, unknown> | undefined)?.[key], config)

describe('supabase/config.toml tells a project what the embedded backend does', () => {
  test.each(fs.readdirSync(path.join(root, 'supabase/templates')))('mail %s, with its own subject', (file) => {
    const name = file.replace('.html', '')
    const place = name.endsWith('_notification')
      ? `auth.email.notification.${name.replace('_notification', '')}`
      : `auth.email.template.${name}`
    expect(at(place)).toMatchObject({ content_path: `./supabase/templates/${file}` })
    const html = fs.readFileSync(path.join(root, 'supabase/templates', file), 'utf8')
    const named = Object.fromEntries([...html.matchAll(/\{\{ \.(\w+) \}\}/g)].map(([, variable]) => [variable, 'x']))
    expect(at(`${place}.subject`)).toBe(mailOf(html, 'mia@gmx.de', named).subject)
    if (name.endsWith('_notification')) expect(at(`${place}.enabled`)).toBe(true)
  })

  test('as many mails as there are files', () => {
    const listed = [
      ...Object.keys(at('auth.email.template') ?? {}),
      ...Object.keys(at('auth.email.notification') ?? {}),
    ]
    expect(listed).toHaveLength(fs.readdirSync(path.join(root, 'supabase/templates')).length)
  })

  test.each([
    ['auth.rate_limit.token_refresh', GOTRUE_RATES.token.times],
    ['auth.rate_limit.sign_in_sign_ups', GOTRUE_RATES.forms.times],
    ['auth.rate_limit.token_verifications', GOTRUE_RATES.verify.times],
    ['auth.rate_limit.email_sent', GOTRUE_RATES.mails.times],
    ['auth.email.max_frequency', `${GOTRUE_RATES.mailEvery}s`],
    ['auth.email.otp_expiry', Math.max(LINK_SECONDS, CODE_SECONDS)],
    ['auth.email.enable_confirmations', true],
    ['auth.email.double_confirm_changes', true],
    ['auth.email.secure_password_change', true],
    ['auth.enable_anonymous_sign_ins', false],
    ['auth.hook.before_user_created.enabled', true],
    [
      'auth.hook.before_user_created.uri',
      `pg-functions://postgres/${installationOptions.signUp.hook.replace('.', '/')}`,
    ],
    ['auth.mfa.totp', { enroll_enabled: true, verify_enabled: true }],
    ['auth.mfa.web_authn', { enroll_enabled: true, verify_enabled: true }],
    ['auth.passkey.enabled', true],
    ['api.schemas', ['public']],
    ['api.max_rows', 1000],
  ])('%s', (name, value) => expect(at(name)).toEqual(value))

  test('the shortest password', () => {
    const shortest = Number(at('auth.minimum_password_length'))
    const word = (length: number) => 'Kühlschrankmagnet'.slice(0, length)
    expect(passwordFault(word(shortest - 1))?.kind).toBe('short')
    expect(passwordFault(word(shortest))?.kind).not.toBe('short')
  })

  test('no bucket is smaller than what it allows', () => {
    const limits = fs
      .readdirSync(path.join(root, 'supabase/migrations'))
      .flatMap((file) => [
        ...fs
          .readFileSync(path.join(root, 'supabase/migrations', file), 'utf8')
          .matchAll(/true, (\d+) \* 1024 \* 1024/g),
      ])
      .map(([, megabytes]) => Number(megabytes))
    expect(limits.length).toBeGreaterThan(0)
    expect(Number(/^(\d+)MiB$/.exec(String(at('storage.file_size_limit')))?.[1])).toBeGreaterThanOrEqual(
      Math.max(...limits),
    )
  })
})
