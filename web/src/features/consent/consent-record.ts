import type { Consent } from '@hot/domain/privacy/consent'
import { profileChoice, settleConsent } from '@hot/domain/privacy/consent'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import type { OwnProfile } from '#web/lib/auth/viewer/own-profile.ts'
import { subscribeViewer, viewer } from '#web/lib/auth/viewer/viewer.ts'
import { holdMemberConsent, memberConsent, ownConsent, subscribeConsent } from '#web/platform/storage/consent.ts'

/** Choices that were sent since the app started: each is sent once, and again at the next start if that failed. */
const attempted = new Set<string>()

const keyOf = (member: string, { level, acceptedAt }: Consent) => `${member} ${level} ${acceptedAt}`

/** Records a member's press. The server may answer with another device's newer choice, or with a corrected time. */
async function record(member: string, { level, acceptedAt, text }: Consent): Promise<void> {
  const args = { p_full: level === 'full', p_decided_at: acceptedAt, p_text: text }
  const recorded = profileChoice(await rpc('record_consent', args))
  // The choice, or the member, may have changed during the request.
  const isCurrent = ownConsent(member)?.acceptedAt === acceptedAt
  if (recorded) attempted.add(keyOf(member, recorded))
  if (recorded && isCurrent && Date.parse(recorded.acceptedAt) !== Date.parse(acceptedAt))
    holdMemberConsent(member, recorded)
  const { refreshProfile } = await import('#web/lib/auth/session/session.ts')
  await refreshProfile()
}

function settle(profile: OwnProfile): void {
  const here = ownConsent(profile.id)
  const step = settleConsent(here, profile)
  if (step && 'takeOver' in step) {
    holdMemberConsent(profile.id, step.takeOver)
    return
  }
  // Also a press from before the profile was known, and the first word that there is no choice yet.
  if (memberConsent()?.member !== profile.id || memberConsent()?.acceptedAt !== here?.acceptedAt)
    holdMemberConsent(profile.id, here)
  if (!step) return
  const choice = keyOf(profile.id, step.record)
  if (attempted.has(choice)) return
  attempted.add(choice)
  // Only logged, because the choice applies on this device anyway.
  record(profile.id, step.record).catch((error: unknown) => console.warn(error))
}

/**
 * Lets a member's own choice hold while they are signed in, and keeps device and profile alike: after the profile is
 * loaded, when another member signs in, and when they choose. What a guest chose here is never recorded. Returns the
 * cleanup.
 */
export function followConsent(): () => void {
  let settling = false
  const synchronise = () => {
    const who = viewer()
    if (settling || who.state !== 'member' || !who.profile) return
    settling = true
    try {
      settle(who.profile)
    } finally {
      settling = false
    }
  }
  synchronise()
  const stops = [subscribeViewer(synchronise), subscribeConsent(synchronise)]
  return () => {
    for (const stop of stops) stop()
  }
}
