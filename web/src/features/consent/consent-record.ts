import { profileChoice, settleConsent } from '@hot/domain/privacy/consent'
import type { Consent } from '@hot/domain/privacy/storage-keys'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { OwnProfile } from '#web/lib/auth/viewer/own-profile.ts'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { storeConsent, storedConsent, subscribeConsent } from '#web/platform/storage/consent.ts'

/** Each choice is recorded once per app start; failures are retried at the next start. */
const tried = new Set<string>()

const apply = ({ level, acceptedAt }: Consent): void => storeConsent(level, acceptedAt)

/** The stored record may be another device's newer choice, or have a timestamp the server corrected. */
async function record({ level, acceptedAt }: Consent): Promise<void> {
  const args = { p_full: level === 'full', p_decided_at: acceptedAt }
  const recorded = profileChoice(await rpc('record_consent', args))
  // The choice may have changed during the request; that one is recorded separately.
  const stands = storedConsent()?.acceptedAt === acceptedAt
  if (recorded && stands && Date.parse(recorded.acceptedAt) !== Date.parse(acceptedAt)) apply(recorded)
  const { refreshProfile } = await import('#web/lib/auth/session/session.ts')
  await refreshProfile()
}

function settle(profile: OwnProfile): void {
  const step = settleConsent(storedConsent(), profile)
  if (!step) return
  if ('takeOver' in step) {
    apply(step.takeOver)
    return
  }
  const choice = `${profile.id} ${step.record.level} ${step.record.acceptedAt}`
  if (tried.has(choice)) return
  tried.add(choice)
  // Only logged: the choice on this device holds anyway.
  record(step.record).catch((error: unknown) => console.warn(error))
}

/**
 * Synchronises a member's device and profile: after the profile is loaded, when another member signs in, and when the
 * choice changes. Returns the cleanup.
 */
export function followConsent(): () => void {
  const look = () => {
    const who = viewer()
    if (who.state === 'member' && who.profile) settle(who.profile)
  }
  look()
  const stops = [subscribeViewer(look), subscribeConsent(look)]
  return () => {
    for (const stop of stops) stop()
  }
}
