import { profileChoice, settleConsent } from '@hot/domain/privacy/consent'
import type { Consent } from '@hot/domain/privacy/storage-keys'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { OwnProfile } from '#web/lib/auth/viewer/own-profile.ts'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { keepConsent, storedConsent, subscribeConsent } from '#web/platform/storage/consent.ts'

/** Each choice is recorded once per start; what failed is tried again at the next. */
const tried = new Set<string>()

const apply = ({ level, acceptedAt }: Consent): void => keepConsent(level, acceptedAt)

/** What is recorded in the end may be another device's newer choice, or an instant that the server put right. */
async function record({ level, acceptedAt }: Consent): Promise<void> {
  const args = { p_full: level === 'full', p_decided_at: acceptedAt }
  const recorded = profileChoice(await rpc('record_consent', args))
  // Meanwhile somebody may have chosen again, which is recorded by itself.
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
 * Synchronises device and profile of a member: when the profile was loaded, when somebody else signs in, and when the
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
