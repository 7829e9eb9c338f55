import { describe, expect, it } from 'vitest'
import { readSettings, SettingsError } from './settings.ts'

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readSettings(env)
  } catch (error) {
    if (error instanceof SettingsError) return error.lines
    throw error
  }
  return []
}

const jwt = (role: string) => `eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify({ role })).toString('base64url')}.x`

describe('readSettings', () => {
  it('runs the embedded demo without any variable', () => {
    const settings = readSettings({})
    expect(settings).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: 'auto',
      site: {},
      trustedProxies: [],
      drainSeconds: 0,
    })
    expect(settings.dataDir.endsWith('/.data')).toBe(true)
    expect(settings.databaseUrl ?? settings.supabase ?? settings.siteUrl).toBeUndefined()
  })

  it('reads what is given', () => {
    const settings = readSettings({
      PORT: '8080',
      HOT_DEMO: '0',
      DATABASE_URL: 'postgres://hot:geheim@db:5432/hot',
      TRUSTED_PROXIES: '10.0.0.0/8, loopback',
      HOT_EXTRA_MAIL_DOMAINS: 'Hot.Example',
      SITE_URL: 'https://hot.example/',
      SITE_VAT_ID: 'DE123456789',
      SITE_PHONE: '  ',
    })
    expect(settings).toMatchObject({
      port: 8080,
      demo: 'off',
      databaseUrl: 'postgres://hot:geheim@db:5432/hot',
      trustedProxies: ['10.0.0.0/8', '127.0.0.0/8', '::1'],
      extraMailDomains: ['hot.example'],
      siteUrl: 'https://hot.example',
      site: { vat_id: 'DE123456789' },
    })
  })

  it.each([
    ['PORT', '80a', 'PORT'],
    ['PORT', '65536', 'PORT'],
    ['HOST', 'not a host', 'HOST'],
    ['HOT_DEMO', 'ja', 'HOT_DEMO'],
    ['HOT_SERVICE_WORKER', 'nein', 'HOT_SERVICE_WORKER'],
    ['DATABASE_URL', 'mysql://x/y', 'DATABASE_URL'],
    ['DATABASE_POOL_URL', 'postgres://pooler/hot', 'DATABASE_POOL_URL'],
    ['DATABASE_READ_URL', 'postgres://replica/hot', 'DATABASE_READ_URL'],
    ['SUPABASE_URL', 'example.supabase.co', 'SUPABASE_URL'],
    ['SUPABASE_URL', 'https://user:pw@x.supabase.co', 'SUPABASE_URL'],
    ['SMTP_URL', 'mail.example', 'SMTP_URL'],
    ['TRUSTED_PROXIES', '10.0.0.0/33', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'proxy.example', 'proxy.example'],
    ['HOT_EXTRA_MAIL_DOMAINS', 'a@b.de', 'a@b.de'],
    ['HOT_MAILS_PER_HOUR', '0', 'HOT_MAILS_PER_HOUR'],
    ['HOT_MAILS_PER_HOUR', 'viele', 'viele'],
    ['HOT_NETWORK_FACTOR', '0', 'HOT_NETWORK_FACTOR'],
    ['HOT_NETWORK_FACTOR', '1.5', '1.5'],
    ['HOT_SMS_HOOK_URL', 'https://sms.example/send', 'HOT_SMS_HOOK_SECRET'],
    ['HOT_SMS_HOOK_SECRET', 'v1,whsec_x', 'HOT_SMS_HOOK_URL'],
    ['HOT_CLASSIFIER_TOKEN', 'geheim', 'HOT_CLASSIFIER_URL'],
    ['HOT_CLASSIFIER_URL', 'http://classifier.example/', 'https'],
    ['SITE_URL', 'https://hot.example/forum', 'SITE_URL'],
    ['HOT_GOOGLE_CLIENT_ID', 'id', 'HOT_GOOGLE_CLIENT_SECRET'],
    ['HOT_APP_SCHEME', 'hot', 'HOT_APP_SCHEME'],
    ['SITE_ADRESS', 'Hauptstr. 1', 'SITE_ADRESS'],
    ['SITE_OPERATOR', '</script>', 'SITE_OPERATOR'],
    ['SITE_EMAIL', 'nobody', 'SITE_EMAIL'],
    ['SITE_X_URL', 'javascript:alert(1)', 'SITE_X_URL'],
    ['SUPABASE_PUBLISHABLE_KEY', 'sb_secret_abc', 'geheim'],
    ['SUPABASE_PUBLISHABLE_KEY', jwt('service_role'), 'geheim'],
    ['SUPABASE_SECRET_KEY', 'sb_publishable_abc', 'SUPABASE_SECRET_KEY'],
  ])('refuses %s=%s in one line that names it', (name, value, part) => {
    const problems = problemsOf({ SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x', [name]: value })
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(part)
    expect(problems[0]).not.toContain('\n')
  })

  it('sends codes by text message over https only, but for an endpoint on this machine', () => {
    const hook = (url: string) => problemsOf({ HOT_SMS_HOOK_URL: url, HOT_SMS_HOOK_SECRET: 'v1,whsec_x' })
    for (const url of [
      'https://sms.example/send',
      'http://localhost:8025/send',
      'http://127.0.0.1:8025',
      'http://[::1]:1/',
    ])
      expect(hook(url)).toEqual([])
    for (const url of [
      'http://sms.example/send',
      'http://10.0.0.7/send',
      'http://localhost.example/',
      'ftp://localhost/',
    ])
      expect(hook(url)).toEqual([expect.stringContaining('https')])
  })

  it('names every wrong value at once', () => {
    expect(problemsOf({ PORT: 'x', HOT_DEMO: 'x', SMTP_URL: 'x' })).toHaveLength(3)
  })

  it('requires a key with Supabase, and no second database', () => {
    expect(problemsOf({ SUPABASE_URL: 'https://x.supabase.co' })[0]).toContain('SUPABASE_PUBLISHABLE_KEY')
    const both = {
      SUPABASE_URL: 'https://x.supabase.co',
      SUPABASE_PUBLISHABLE_KEY: jwt('anon'),
      DATABASE_URL: 'postgres://h/d',
    }
    expect(problemsOf(both)[0]).toContain('schließen einander aus')
    const google = { HOT_GOOGLE_CLIENT_ID: 'id', HOT_GOOGLE_CLIENT_SECRET: 'geheim' }
    const project = { SUPABASE_URL: 'https://x.supabase.co', SUPABASE_PUBLISHABLE_KEY: jwt('anon') }
    expect(problemsOf({ ...project, ...google })).toEqual([expect.stringContaining('im Supabase-Projekt')])
  })

  it('never prints the password of a malformed URL', () => {
    expect(problemsOf({ DATABASE_URL: 'postgre://hot:geheim@db/hot' }).join()).not.toContain('geheim')
  })
})
