import { createECDH, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { readPushSettings } from './push-settings.ts'

const pem = (key: { export(options: { type: 'pkcs8'; format: 'pem' }): string | Buffer }) =>
  key.export({ type: 'pkcs8', format: 'pem' }).toString()
const curveKey = pem(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey)
const rsaKey = pem(generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey)
const pair = createECDH('prime256v1')
const publicKey = pair.generateKeys('base64url')

const apple = {
  HOT_APNS_KEY: curveKey.replaceAll('\n', '\\n'),
  HOT_APNS_KEY_ID: 'ABC1234567',
  HOT_APNS_TEAM_ID: 'TEAM123456',
  HOT_APNS_TOPIC: 'de.example.hot',
}
const account = { project_id: 'hot-example', client_email: 'push@hot.example', private_key: rsaKey }
const google = { HOT_FCM_SERVICE_ACCOUNT: JSON.stringify({ ...account, type: 'service_account' }) }
const vapid = {
  HOT_VAPID_PUBLIC_KEY: publicKey,
  HOT_VAPID_PRIVATE_KEY: pair.getPrivateKey('base64url'),
  HOT_VAPID_SUBJECT: 'mailto:push@hot.example',
}

test('without settings there is no push; whole groups are read', () => {
  expect(readPushSettings({})).toEqual({ problems: [] })
  expect(readPushSettings({ ...apple, ...google, ...vapid })).toEqual({
    problems: [],
    apns: { key: curveKey, keyId: 'ABC1234567', teamId: 'TEAM123456', topic: 'de.example.hot' },
    fcm: account,
    vapid: { publicKey, privateKey: vapid.HOT_VAPID_PRIVATE_KEY, subject: 'mailto:push@hot.example' },
  })
})

test.for([
  [{ ...apple, HOT_APNS_TOPIC: '' }, 'Es fehlt HOT_APNS_TOPIC.'],
  [{ HOT_VAPID_PUBLIC_KEY: publicKey }, 'Es fehlt HOT_VAPID_PRIVATE_KEY und HOT_VAPID_SUBJECT.'],
  [{ ...apple, HOT_APNS_KEY: rsaKey }, 'HOT_APNS_KEY muss'],
  [{ ...apple, HOT_APNS_KEY: 'kein Schlüssel' }, 'HOT_APNS_KEY muss'],
  [{ ...apple, HOT_APNS_TEAM_ID: 'zu kurz' }, 'HOT_APNS_TEAM_ID muss'],
  [{ HOT_FCM_SERVICE_ACCOUNT: '{kaputt' }, 'HOT_FCM_SERVICE_ACCOUNT muss'],
  [{ HOT_FCM_SERVICE_ACCOUNT: JSON.stringify({ ...account, private_key: 'x' }) }, 'HOT_FCM_SERVICE_ACCOUNT muss'],
  [{ ...vapid, HOT_VAPID_PUBLIC_KEY: createECDH('prime256v1').generateKeys('base64url') }, 'sind kein Paar'],
  [{ ...vapid, HOT_VAPID_SUBJECT: 'push@hot.example' }, 'HOT_VAPID_SUBJECT muss'],
] as const)('a mistake is one line, and names no key: %#', ([env, part]) => {
  const { problems } = readPushSettings(env)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toContain(part)
  expect(problems[0]).not.toContain('PRIVATE KEY-----')
})
