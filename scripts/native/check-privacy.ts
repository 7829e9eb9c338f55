import { type Finding, privacyManifest, type Tree, wrong } from './tree.ts'
import { readPlist, strings } from './xml.ts'

type Use = { linked: boolean; purposes: readonly string[] }

const forTheApp = { linked: true, purposes: ['AppFunctionality'] }

/**
 * What may ever leave the device, as Apple names it; App Store Connect asks the same. Also what needs consent: the list
 * must hold for whoever gives it.
 */
const collected: Readonly<Record<string, Use>> = {
  EmailAddress: forTheApp,
  // Second factor by SMS.
  PhoneNumber: forTheApp,
  // Account id and nickname.
  UserID: forTheApp,
  // The address that push notifications go to, after a question.
  DeviceID: forTheApp,
  // Posts, comments, votes, reports, the profile.
  OtherUserContent: forTheApp,
  PhotosorVideos: forTheApp,
  // With full consent only, with the member's id (docs/decisions/013-analytics.md).
  ProductInteraction: { linked: true, purposes: ['Analytics'] },
  PerformanceData: { linked: true, purposes: ['Analytics'] },
  // Reports of errors name nobody (docs/decisions/015-monitoring.md).
  CrashData: { linked: false, purposes: ['AppFunctionality'] },
}

/** What plugins call that Apple wants a reason for: kept settings; the file that is handed to the share sheet. */
const reasons: readonly (readonly [category: string, reason: string, what: string])[] = [
  ['UserDefaults', 'CA92.1', 'UserDefaults'],
  ['FileTimestamp', 'C617.1', 'Dateizeiten'],
]

const key = 'NSPrivacyCollectedDataType'
const listOf = (value: unknown): object[] => (Array.isArray(value) ? value.map(Object) : [])
const lineOf = (type: string, { linked, purposes }: Use) =>
  `${type} (${linked ? 'mit' : 'ohne'} Person; ${purposes.join(', ')})`

/** The privacy manifest says what the app collects and why it calls what it calls: no more, no less. */
export function checkPrivacy(tree: Tree): Finding[] {
  const privacy = readPlist(tree, privacyManifest)
  const said = listOf(privacy.NSPrivacyCollectedDataTypes).map((entry) =>
    lineOf(String(Reflect.get(entry, key)).replace(key, ''), {
      linked: Reflect.get(entry, `${key}Linked`) === true,
      purposes: strings(Reflect.get(entry, `${key}Purposes`)).map((name) => name.replace(`${key}Purpose`, '')),
    }),
  )
  const meant = Object.entries(collected).map(([type, use]) => lineOf(type, use))
  const apis = listOf(privacy.NSPrivacyAccessedAPITypes)
  const given = (category: string, reason: string) =>
    apis.some(
      (api) =>
        Reflect.get(api, 'NSPrivacyAccessedAPIType') === `NSPrivacyAccessedAPICategory${category}` &&
        strings(Reflect.get(api, 'NSPrivacyAccessedAPITypeReasons')).includes(reason),
    )
  return [
    ...meant
      .filter((line) => !said.includes(line))
      .map((line) => `PrivacyInfo.xcprivacy verschweigt, was die App erhebt: ${line}.`),
    ...said
      .filter((line) => !meant.includes(line))
      .map((line) => `PrivacyInfo.xcprivacy nennt, was die App nicht erhebt: ${line}.`),
    ...reasons
      .filter(([category, reason]) => !given(category, reason))
      .map(([, reason, what]) => `PrivacyInfo.xcprivacy muss ${what} begründen (${reason}).`),
    ...(privacy.NSPrivacyTracking === false
      ? []
      : ['PrivacyInfo.xcprivacy muss sagen, dass die App niemanden verfolgt.']),
  ].map(wrong)
}
