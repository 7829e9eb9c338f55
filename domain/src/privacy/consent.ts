const consentLevels = ['none', 'essential', 'full'] as const
export type ConsentLevel = (typeof consentLevels)[number]
/** A choice: its level, when it was made (ISO 8601), and the version of the question that was answered. */
export type Consent = { level: ConsentLevel; acceptedAt: string; text: number }
/** The choice of a member as their devices store it; `none` until they have chosen. */
export type MemberConsent = Consent & { member: string }

/**
 * What is asked, wherever a choice can be made. A change of the text is a new version: whoever agreed to the one before is
 * asked again (docs/decisions/012-consent.md).
 */
export const consentQuestion = {
  version: 2,
  text: 'Dürfen wir zählen, woher du kommst und was du bei HoT öffnest und tust, und bei Fehlern und einem kleinen Teil der Besuche aufzeichnen, wie die Seite bedient wurde? Angemeldet gehört es zu deinem Konto. Keine Cookies, keine Werbung, jederzeit zu ändern.',
} as const

/** Choices without a version answered the first question. */
const firstVersion = 1

/** The two choices, in the order in which they are offered. */
export const consentChoices = [
  { level: 'essential', title: 'Nur notwendiges' },
  { level: 'full', title: 'Alles akzeptieren' },
] as const satisfies readonly { level: ConsentLevel; title: string }[]

/** What a choice allows now: a yes to a former question is none any more, a no stays one. */
export function levelOf(choice: Consent | null): ConsentLevel {
  if (!choice) return 'none'
  return choice.level === 'full' && choice.text !== consentQuestion.version ? 'none' : choice.level
}

/**
 * The choice that holds: a member's own while they are signed in (null: not known yet), else the device's. A device's yes
 * never reaches a member; its no spares one who has not chosen the question.
 */
export function rulingConsent(isSignedIn: boolean, member: Consent | null, device: Consent | null): Consent | null {
  if (!isSignedIn) return device
  if (levelOf(member) !== 'none') return member
  return device?.level === 'essential' ? device : null
}

/** The choice as stored in a profile; the instant is null until the member has chosen. */
export type ProfileConsent = {
  analytics_consent: boolean
  analytics_consent_updated_at: string | null
  analytics_consent_text: number | null
}

/** The profile's choice in the form that devices store; null when there is none. */
export function profileChoice(profile: ProfileConsent): Consent | null {
  const { analytics_consent, analytics_consent_updated_at, analytics_consent_text } = profile
  if (!analytics_consent_updated_at) return null
  return {
    level: analytics_consent ? 'full' : 'essential',
    acceptedAt: analytics_consent_updated_at,
    text: analytics_consent_text ?? firstVersion,
  }
}

/**
 * Reconciles what one member chose here and what their profile says; the newer one wins. Returns what to store on the
 * device (`takeOver`) or in the profile (`record`), or null when nothing has to be stored. `none` is not a choice.
 */
export function settleConsent(
  here: Consent | null,
  profile: ProfileConsent,
): { takeOver: Consent } | { record: Consent } | null {
  const theirs = profileChoice(profile)
  const ours = here?.level === 'none' ? null : here
  if (!ours) return theirs && { takeOver: theirs }
  if (!theirs) return { record: ours }
  const ahead = Date.parse(ours.acceptedAt) - Date.parse(theirs.acceptedAt)
  if (ahead > 0) return { record: ours }
  return ahead < 0 ? { takeOver: theirs } : null
}

/** The stored choice; null when it is unreadable or its level is unknown, as if there were none. */
export function consentOf(stored: string | null): Consent | null {
  return asConsent(parsed(stored))
}

/** The stored choice of a member; null when it is unreadable or names nobody. */
export function memberConsentOf(stored: string | null): MemberConsent | null {
  const value = parsed(stored)
  const choice = asConsent(value)
  const member = choice && (value as Partial<Record<keyof MemberConsent, unknown>>).member
  return choice && typeof member === 'string' ? { ...choice, member } : null
}

function parsed(stored: string | null): unknown {
  if (stored === null) return null
  try {
    return JSON.parse(stored)
  } catch {
    // Invalid JSON: the question is asked again.
    return null
  }
}

function asConsent(record: unknown): Consent | null {
  if (typeof record !== 'object' || record === null) return null
  const { level, acceptedAt, text } = record as Partial<Record<keyof Consent, unknown>>
  const known = consentLevels.find((name) => name === level)
  return known && typeof acceptedAt === 'string' && !Number.isNaN(Date.parse(acceptedAt))
    ? { level: known, acceptedAt, text: typeof text === 'number' ? text : firstVersion }
    : null
}
