/** The apps that may open the site's links; empty lists: none yet. */
export type AppLinkSettings = {
  /** `TEAMID.bundle.id` of each iOS app. */
  iosAppIds: readonly string[]
  androidPackage?: string
  /** SHA-256 of the signing certificates, in pairs with colons. */
  androidFingerprints: readonly string[]
}

type Environment = Readonly<Record<string, string | undefined>>

const iosAppId = /^[A-Z0-9]{10}(\.[A-Za-z0-9-]+){2,}$/
const packageName = /^[a-zA-Z]\w*(\.[a-zA-Z]\w*)+$/
const fingerprint = /^[0-9A-F]{2}(:[0-9A-F]{2}){31}$/

const list = (text: string | undefined) => (text ?? '').split(/[\s,]+/).filter(Boolean)

/** `HOT_IOS_APP_IDS`, `HOT_ANDROID_PACKAGE`, `HOT_ANDROID_FINGERPRINTS`; one German line for each that cannot be right. */
export function readAppLinkSettings(env: Environment): AppLinkSettings & { problems: string[] } {
  const iosAppIds = list(env.HOT_IOS_APP_IDS)
  const androidPackage = env.HOT_ANDROID_PACKAGE?.trim() || undefined
  const androidFingerprints = list(env.HOT_ANDROID_FINGERPRINTS).map((text) => text.toUpperCase())
  const problems = [
    ...iosAppIds
      .filter((id) => !iosAppId.test(id))
      .map((id) => `HOT_IOS_APP_IDS: »${id}« muss die Team-ID und die App-ID nennen, etwa A1B2C3D4E5.de.example.hot.`),
    ...androidFingerprints
      .filter((text) => !fingerprint.test(text))
      .map(
        (text) => `HOT_ANDROID_FINGERPRINTS: »${text}« ist kein SHA-256-Fingerabdruck (32 Paare mit Doppelpunkten).`,
      ),
  ]
  if (androidPackage && !packageName.test(androidPackage))
    problems.push(`HOT_ANDROID_PACKAGE: »${androidPackage}« ist keine App-ID wie de.example.hot.`)
  if (Boolean(androidPackage) !== androidFingerprints.length > 0)
    problems.push('HOT_ANDROID_PACKAGE und HOT_ANDROID_FINGERPRINTS gehören zusammen: Eine der beiden Variablen fehlt.')
  return { iosAppIds, ...(androidPackage ? { androidPackage } : {}), androidFingerprints, problems }
}
