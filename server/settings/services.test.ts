import { services } from '@hot/domain/privacy/services'
import { expect, test } from 'vitest'
import { type ServiceSettings, servicesOf } from './services.ts'
import { readSettings } from './settings.ts'

const settingsOf = (env: Record<string, string>): ServiceSettings => readSettings({ HOT_DATA_DIR: '/tmp', ...env })

test('without settings nobody outside receives anything', () => expect(servicesOf(settingsOf({}))).toEqual([]))

test.each([
  [{ SMTP_URL: 'smtp://mail.example:25' }, 'mail'],
  [{ HOT_GOOGLE_CLIENT_ID: 'id', HOT_GOOGLE_CLIENT_SECRET: 'secret' }, 'google'],
  [{ DATABASE_URL: 'postgres://hot:x@db.anbieter.example/hot' }, 'postgres'],
  [{ DATABASE_URL: 'postgres:///hot?host=db.anbieter.example' }, 'postgres'],
  [{ DATABASE_URL: 'postgres://hot:x@127.0.0.1/hot', DATABASE_READ_URL: 'postgres://hot:x@1.1.1.1/hot' }, 'postgres'],
  [{ HOT_CDN: 'on' }, 'cdn'],
  [{ HOT_CLASSIFIER_URL: 'https://reads.example/' }, 'classifier'],
] as const)('%o names %s', (env, name) => expect(servicesOf(settingsOf(env))).toEqual([name]))

test.each([
  'postgres://hot:x@127.0.0.1/hot',
  'postgres://hot:x@db:5432/hot',
  'postgres://hot:x@[fd00::1]/hot',
  'postgres:///hot?host=/var/run/postgresql',
])('the database at %s is no service outside', (url) =>
  expect(servicesOf(settingsOf({ DATABASE_URL: url }))).toEqual([]),
)

test('a hosted project is named with what is set up there', () =>
  expect(
    servicesOf(
      settingsOf({
        SUPABASE_URL: 'https://x.supabase.co',
        SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_x',
        SUPABASE_SECRET_KEY: 'sb_secret_x',
      }),
    ),
  ).toEqual(['database', 'google', 'apple', 'mail']))

test('each has a name, what it receives, and what a transfer rests on', () => {
  for (const { name, receives, transfer } of Object.values(services))
    for (const text of [name, receives, transfer]) expect(text.length).toBeGreaterThan(4)
})
