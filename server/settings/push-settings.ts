import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto'
import type { PushOptions } from '../push/push-queue.ts'
import { fcmAccount } from '../push/senders/fcm.ts'
import type { Environment } from './environment.ts'

function privateKey(pem: string): KeyObject | undefined {
  try {
    return createPrivateKey(pem)
  } catch {
    return undefined // reported by the check of the setting
  }
}

const isCurveKey = (pem: string) => privateKey(pem)?.asymmetricKeyDetails?.namedCurve === 'prime256v1'

/** Whether two Base64url keys are a pair on P-256, as VAPID requires. */
function isPair(publicKey: string, secret: string): boolean {
  const curve = createECDH('prime256v1')
  try {
    curve.setPrivateKey(Buffer.from(secret, 'base64url'))
    return curve.getPublicKey('base64url') === publicKey
  } catch {
    return false
  }
}

function json(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined // reported by the check of the setting
  }
}

/** The values of settings that belong together, or undefined. When only some are set, adds a line to `problems`. */
function group(env: Environment, names: readonly string[], problems: string[]): string[] | undefined {
  const values = names.map((name) => env[name]?.trim() ?? '')
  const missing = names.filter((_, i) => !values[i])
  if (missing.length === 0) return values
  if (missing.length < names.length)
    problems.push(`${names.join(', ')} gehören zusammen: Es fehlt ${missing.join(' und ')}.`)
  return undefined
}

/** Keys of push notifications: APNs, FCM and VAPID, each complete or absent; one German line for each mistake. */
export function readPushSettings(env: Environment): PushOptions & { problems: string[] } {
  const problems: string[] = []
  const check = (fine: boolean, line: string) => void (fine || problems.push(line))

  const apple = group(env, ['HOT_APNS_KEY', 'HOT_APNS_KEY_ID', 'HOT_APNS_TEAM_ID', 'HOT_APNS_TOPIC'], problems)
  const [pem = '', keyId = '', teamId = '', topic = ''] = apple ?? []
  // Many hosting services store a setting on one line.
  const key = pem.replaceAll('\\n', '\n')
  if (apple) {
    check(isCurveKey(key), 'HOT_APNS_KEY muss der Inhalt der .p8-Datei von Apple sein (Zeilenumbrüche auch als \\n).')
    for (const [name, text] of [
      ['HOT_APNS_KEY_ID', keyId],
      ['HOT_APNS_TEAM_ID', teamId],
    ] as const)
      check(/^[A-Z0-9]{10}$/.test(text), `${name} muss aus zehn Großbuchstaben und Ziffern bestehen: »${text}«.`)
    check(/^[A-Za-z0-9.-]{3,155}$/.test(topic), `HOT_APNS_TOPIC muss die App-ID sein, etwa de.example.hot: »${topic}«.`)
  }

  const account = env.HOT_FCM_SERVICE_ACCOUNT?.trim()
  const fcm = account ? fcmAccount.safeParse(json(account)) : undefined
  check(
    !fcm || (fcm.success && privateKey(fcm.data.private_key)?.asymmetricKeyType === 'rsa'),
    'HOT_FCM_SERVICE_ACCOUNT muss die JSON-Datei eines Dienstkontos sein, mit project_id, client_email und private_key.',
  )

  const vapid = group(env, ['HOT_VAPID_PUBLIC_KEY', 'HOT_VAPID_PRIVATE_KEY', 'HOT_VAPID_SUBJECT'], problems)
  const [publicKey = '', secret = '', subject = ''] = vapid ?? []
  if (vapid) {
    check(
      isPair(publicKey, secret),
      'HOT_VAPID_PUBLIC_KEY und HOT_VAPID_PRIVATE_KEY sind kein Paar. »npm run push:keys« macht eines.',
    )
    check(
      /^(mailto:[^@\s]+@[^@\s]+|https:\/\/\S+)$/.test(subject),
      `HOT_VAPID_SUBJECT muss mit mailto: oder https:// beginnen: »${subject}«.`,
    )
  }

  return {
    problems,
    ...(apple && { apns: { key, keyId, teamId, topic } }),
    ...(fcm?.success && { fcm: fcm.data }),
    ...(vapid && { vapid: { publicKey, privateKey: secret, subject } }),
  }
}
