import { profileChoice, settleConsent } from '@hot/domain/privacy/consent'
import type { Consent } from '@hot/domain/privacy/storage-keys'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { OwnProfile } from '#web/lib/auth/viewer/own-profile.ts'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { storeConsent, storedConsent, subscribeConsent } from '#web/platform/storage/consent.ts'

/** Choices that were sent since the app started: each is sent once, and again at the next start if that failed. */
const attempted = new Set<string>()

const apply = ({ level, acceptedAt }: Consent): void => storeConsent(level, acceptedAt)

/** Records a choice. The server may answer with another device's newer choice, or with a corrected time. */
async function record({ level, acceptedAt }: Consent): Promise<void> {
  const args = { p_full: level === 'full', p_decided_at: acceptedAt }
  const recorded = profileChoice(await rpc('record_consent', args))
  // The choice may have changed during the request; the new one is recorded by a request of its own.
  const isCurrent = storedConsent()?.acceptedAt === acceptedAt
  if (recorded && isCurrent && Date.parse(recorded.acceptedAt) !== Date.parse(acceptedAt)) apply(recorded)
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
  if (attempted.has(choice)) return
  attempted.add(choice)
  // Only logged, because the choice applies on this device anyway.
  record(step.record).catch((error: unknown) => console.warn(error))
}

/**
 * Synchronises a member's device and profile: after the profile is loaded, when another member signs in, and when the
 * choice changes. Returns the cleanup.
 */
export function followConsent(): () => void {
  const synchronise = () => {
    const who = viewer()
    if (who.state === 'member' && who.profile) settle(who.profile)
  }
  synchronise()
  const stops = [subscribeViewer(synchronise), subscribeConsent(synchronise)]
  return () => {
    for (const stop of stops) stop()
  }
}
