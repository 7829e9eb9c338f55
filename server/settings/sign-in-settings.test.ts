import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { readSignInProviders } from './sign-in-settings.ts'

const pem = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const privateKey = pem.toString()
const rsaKey = generateKeyPairSync('rsa', { modulusLength: 2048 })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()

const google = { HOT_GOOGLE_CLIENT_ID: 'id', HOT_GOOGLE_CLIENT_SECRET: 'geheim' }
const appleKey = { HOT_APPLE_TEAM_ID: 'TEAM', HOT_APPLE_KEY_ID: 'KEY', HOT_APPLE_PRIVATE_KEY: privateKey }
const apple = { HOT_APPLE_CLIENT_ID: 'de.example.hot', ...appleKey }

describe('readSignInProviders', () => {
  it('has none without a variable', () => {
    expect(readSignInProviders({ HOT_GOOGLE_CLIENT_ID: ' ' })).toEqual({
      oauth: { google: undefined, apple: undefined },
      passkeys: { name: 'HoT', rpId: undefined },
      problems: [],
    })
  })

  it('reads both, with a key that makes Apple’s secret', () => {
    const found = readSignInProviders({ ...google, ...apple, HOT_APP_SCHEME: 'de.example.hot' })
    expect(found).toEqual({
      oauth: {
        google: { clientId: 'id', clientSecret: 'geheim', issuer: undefined },
        apple: {
          clientId: 'de.example.hot',
          issuer: undefined,
          teamId: 'TEAM',
          keyId: 'KEY',
          privateKey: privateKey.trim(),
        },
      },
      appScheme: 'de.example.hot',
      passkeys: { name: 'HoT', rpId: undefined },
      problems: [],
    })
  })

  it('accepts a finished Apple secret, a key on one line, and an issuer on this machine', () => {
    const given = { HOT_APPLE_CLIENT_ID: 'a', HOT_APPLE_CLIENT_SECRET: 's', HOT_APPLE_ISSUER: 'http://127.0.0.1:4000' }
    expect(readSignInProviders(given)).toMatchObject({
      oauth: { apple: { clientId: 'a', clientSecret: 's', issuer: 'http://127.0.0.1:4000' } },
      problems: [],
    })
    const oneLine = { ...apple, HOT_APPLE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') }
    expect(readSignInProviders(oneLine).problems).toEqual([])
  })

  it.each([
    [{ HOT_GOOGLE_CLIENT_ID: 'id' }, 'Für die Anmeldung mit Google fehlt HOT_GOOGLE_CLIENT_SECRET.'],
    [{ HOT_GOOGLE_CLIENT_SECRET: 'geheim' }, 'Für die Anmeldung mit Google fehlt HOT_GOOGLE_CLIENT_ID.'],
    [
      { HOT_GOOGLE_ISSUER: 'https://id.example' },
      'Für die Anmeldung mit Google fehlen HOT_GOOGLE_CLIENT_ID und HOT_GOOGLE_CLIENT_SECRET.',
    ],
    [{ ...google, HOT_GOOGLE_ISSUER: 'http://id.example' }, 'HOT_GOOGLE_ISSUER'],
    [{ ...google, HOT_GOOGLE_ISSUER: 'accounts.google.com' }, 'HOT_GOOGLE_ISSUER'],
    [
      { HOT_APPLE_CLIENT_ID: 'a' },
      'Für die Anmeldung mit Apple fehlt HOT_APPLE_CLIENT_SECRET, oder statt des Geheimnisses HOT_APPLE_TEAM_ID, HOT_APPLE_KEY_ID und HOT_APPLE_PRIVATE_KEY.',
    ],
    [appleKey, 'Für die Anmeldung mit Apple fehlt HOT_APPLE_CLIENT_ID.'],
    [
      { HOT_APPLE_CLIENT_ID: 'a', HOT_APPLE_TEAM_ID: 'T' },
      'Für die Anmeldung mit Apple fehlen HOT_APPLE_KEY_ID und HOT_APPLE_PRIVATE_KEY.',
    ],
    [{ ...apple, HOT_APPLE_CLIENT_SECRET: 'geheim' }, 'schließen einander aus'],
    [{ ...apple, HOT_APPLE_PRIVATE_KEY: 'geheim' }, 'HOT_APPLE_PRIVATE_KEY muss'],
    [{ ...apple, HOT_APPLE_PRIVATE_KEY: rsaKey }, 'HOT_APPLE_PRIVATE_KEY muss'],
    [{ HOT_APP_SCHEME: 'javascript' }, 'HOT_APP_SCHEME'],
    [{ HOT_APP_SCHEME: 'de.example.hot://' }, 'HOT_APP_SCHEME'],
  ])('refuses %j in one line, without the secret', (env, part) => {
    const { problems } = readSignInProviders(env as Record<string, string>)
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(part)
    expect(problems[0]).not.toMatch(/\n|geheim|BEGIN PRIVATE KEY-----\n/)
  })

  it.each([
    ['hot.example', 'https://hot.example', true],
    ['hot.example', 'https://www.hot.example', true],
    ['www.hot.example', 'https://hot.example', false],
    ['https://hot.example', 'https://hot.example', false],
    ['other.example', 'https://hot.example', false],
    ['example', 'https://hot.example', false],
    ['hot.example', undefined, false],
  ])('takes %s as the domain of passkeys of %s: %s', (rpId, siteUrl, isRight) => {
    const { passkeys, problems } = readSignInProviders({ HOT_PASSKEY_RP_ID: rpId, SITE_URL: siteUrl })
    expect(passkeys.rpId).toBe(rpId)
    if (isRight) expect(problems).toEqual([])
    else expect(problems).toEqual([expect.stringContaining('HOT_PASSKEY_RP_ID')])
  })
})
