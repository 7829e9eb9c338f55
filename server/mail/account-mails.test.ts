import fs from 'node:fs'
import path from 'node:path'
import { accountMails, type MailKind } from '@hot/embedded/mailbox/mail-templates'
import { expect, test } from 'vitest'
import { installationOptions } from '../backend/embedded-backend.ts'

const SUPABASE = path.resolve(import.meta.dirname, '../../supabase')
const CONFIG = fs.readFileSync(path.join(SUPABASE, 'config.toml'), 'utf8')

const accountMail = accountMails(installationOptions.mailTemplatesDir)

/** Variables that GoTrue passes to each template (supabase/auth, internal/mailer/templatemailer). */
const COMMON = ['SiteURL', 'ConfirmationURL', 'Email', 'Token', 'TokenHash', 'RedirectTo']
const OFFERED: Record<string, string[]> = {
  confirmation: COMMON,
  invite: COMMON,
  magic_link: COMMON,
  recovery: COMMON,
  email_change: [...COMMON, 'NewEmail', 'SendingTo'],
  reauthentication: ['SiteURL', 'Email', 'Token'],
  email_changed_notification: ['SiteURL', 'Email', 'OldEmail'],
  mfa_factor_enrolled_notification: ['SiteURL', 'Email', 'FactorType'],
  mfa_factor_unenrolled_notification: ['SiteURL', 'Email', 'FactorType'],
}
const KINDS: Record<string, MailKind> = {
  confirmation: 'signup',
  invite: 'invite',
  magic_link: 'magiclink',
  recovery: 'recovery',
  email_change: 'email_change',
  reauthentication: 'reauthentication',
  email_changed_notification: 'email_changed',
  mfa_factor_enrolled_notification: 'mfa_factor_enrolled',
  mfa_factor_unenrolled_notification: 'mfa_factor_unenrolled',
}
const VALUES = {
  SiteURL: 'https://hot.example',
  ConfirmationURL: 'https://hot.example/auth/v1/verify?token=abc&type=signup',
  Token: '042137',
  TokenHash: 'abc',
  Email: 'alt@gmx.de',
  OldEmail: 'alt@gmx.de',
  NewEmail: '"><script>alert(1)</script>@gmx.de',
  SendingTo: 'alt@gmx.de',
  RedirectTo: 'https://hot.example/',
}
const templates = fs.readdirSync(path.join(SUPABASE, 'templates')).map((file) => path.basename(file, '.html'))

test('there is exactly one template for every mail of the account', () => {
  expect(templates.toSorted()).toEqual(Object.keys(KINDS).toSorted())
})

test.each(Object.keys(KINDS))(
  '%s: uses only variables of GoTrue, and Supabase uses it with the same subject',
  (name) => {
    const source = fs.readFileSync(path.join(SUPABASE, 'templates', `${name}.html`), 'utf8')
    const named = [...source.matchAll(/\{\{\s*\.(\w+)\s*\}\}/g)].map((match) => match[1])
    expect(OFFERED[name]).toEqual(expect.arrayContaining([...new Set(named)]))
    const section = new RegExp(
      `\\[auth\\.email\\.(?:template\\.${name}|notification\\.${KINDS[name]}\\]\\nenabled = true)\\]?\\nsubject = "([^"]+)"\\ncontent_path = "([^"]+)"`,
    )
    const [, subject, file] = section.exec(CONFIG) ?? []
    expect(subject).toBe(accountMail(KINDS[name] ?? 'signup', 'a@gmx.de', VALUES).subject)
    expect(file).toBe(`./supabase/templates/${name}.html`)
  },
)

test.each(Object.entries(KINDS))('%s: has a text part and a dark mode, and runs no script', (name, kind) => {
  const mail = accountMail(kind, 'alt@gmx.de', VALUES)
  expect(mail.html).toMatch(/<html lang="de">/)
  expect(mail.html).toContain('prefers-color-scheme: dark')
  expect(mail.html).toContain('<meta name="color-scheme" content="light dark" />')
  expect(mail.html).not.toMatch(/<script|\{\{|https?:\/\/(?!hot\.example)/)
  expect(mail.text.replaceAll(VALUES.NewEmail, '')).not.toMatch(/<[a-z]|&amp;|\{\{/)
  // The link leads to a page that acts on a press; its token is behind the #, where no server sees it.
  expect(mail.html).not.toContain('/auth/v1/verify')
  if (OFFERED[name]?.includes('ConfirmationURL'))
    expect(mail.text).toContain(`:\nhttps://hot.example/auth/callback#token_hash=abc&type=${kind}\n`)
  if (['magic_link', 'recovery', 'reauthentication'].includes(name)) expect(mail.text).toContain('Code ein: 042137')
})

test.each(Object.values(KINDS))('the mail %s names who writes once that is known, as text', (kind) => {
  const values = { ...VALUES, NewEmail: 'neu@gmx.de', OldEmail: 'alt@gmx.de', SendingTo: 'neu@gmx.de' }
  const named = accountMails(installationOptions.mailTemplatesDir, () => 'Reality {{ .Email }} & <b>Co</b>')
  expect(named(kind, 'anna@gmx.de', values).text).toContain('Reality {{ .Email }} & <b>Co</b> · https://hot.example')
  const unnamed = accountMail(kind, 'anna@gmx.de', values)
  expect(unnamed.text).not.toContain('· https://hot.example')
  expect(unnamed.html).not.toContain('operator')
})
