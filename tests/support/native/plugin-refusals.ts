import fs from 'node:fs'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '../../..')
const swift = fs.readFileSync(
  path.join(
    root,
    'node_modules/@capacitor/push-notifications/ios/Sources/PushNotificationsPlugin/PushNotificationsPlugin.swift',
  ),
  'utf8',
)

const bodies = [
  ...swift.matchAll(/@objc (?:override )?(?:public )?func (\w+)\(_ call: CAPPluginCall\) \{([\s\S]*?)\n {4}\}/g),
]

/** What Capacitor's push plugin on iOS answers until Apple has given or refused a token in this process, by method. */
export const untilToken: ReadonlyMap<string, string> = new Map(
  bodies.flatMap(([, name = '', body = '']) => {
    const [, message] = /^\s*if !appDelegateRegistrationCalled \{\s*call\.reject\("([^"]+)"/.exec(body) ?? []
    return message ? [[name, message] as const] : []
  }),
)

/** Its methods that iOS does not have. */
export const notOnIos: readonly string[] = bodies.flatMap(([, name = '', body = '']) =>
  /^\s*call\.unimplemented\(/.test(body) ? [name] : [],
)
