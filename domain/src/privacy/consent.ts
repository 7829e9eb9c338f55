import type { Consent, ConsentLevel } from './storage-keys.ts'

/** The two choices, in the order in which they are offered. */
export const consentChoices = [
  { level: 'essential', title: 'Nur notwendiges' },
  { level: 'full', title: 'Alles akzeptieren' },
] as const satisfies readonly { level: ConsentLevel; title: string }[]

/** The choice as stored in a profile; the instant is null until the member has chosen on some device. */
export type ProfileConsent = { analytics_consent: boolean; analytics_consent_updated_at: string | null }

/** The profile's choice in the form that devices store; null when there is none. */
export function profileChoice({ analytics_consent, analytics_consent_updated_at }: ProfileConsent): Consent | null {
  if (!analytics_consent_updated_at) return null
  return { level: analytics_consent ? 'full' : 'essential', acceptedAt: analytics_consent_updated_at }
}

/**
 * Reconciles the choices of device and profile; the newer one wins. Returns what to store on the device (`takeOver`) or
 * in the profile (`record`), or null when nothing has to be stored. `none` on the device is not a choice.
 */
export function settleConsent(
  device: Consent | null,
  profile: ProfileConsent,
): { takeOver: Consent } | { record: Consent } | null {
  const theirs = profileChoice(profile)
  const ours = device?.level === 'none' ? null : device
  if (!ours) return theirs && { takeOver: theirs }
  if (!theirs) return { record: ours }
  const ahead = Date.parse(ours.acceptedAt) - Date.parse(theirs.acceptedAt)
  if (ahead > 0) return { record: ours }
  return ahead < 0 ? { takeOver: theirs } : null
}
