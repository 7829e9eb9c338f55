import { useCallback, useEffect, useState } from 'react'
import { keepInvite, pendingInvite } from '#web/platform/storage/pending-invite.ts'
import { asCode, checkInvite, type InviteState } from './invite-calls.ts'

type Invite = { code: string; state: InviteState | null; running: boolean }

/** The code of the link (`?code=`) or the one kept from before: checked at once, and kept as long as it may be good. */
export function useInvite(onValid: () => void) {
  const [invite, setInvite] = useState<Invite>({ code: '', state: null, running: false })
  const check = useCallback(
    async (code: string) => {
      setInvite({ code, state: null, running: true })
      const state = await checkInvite(code)
      setInvite({ code, state, running: false })
      if (state === 'valid' || state === 'waiting' || state === 'unanswered') keepInvite(code)
      if (state === 'valid') onValid()
    },
    [onValid],
  )
  useEffect(() => {
    const given = new URLSearchParams(window.location.search).get('code')
    const code = asCode(given ?? pendingInvite())
    if (code !== '') void check(code)
  }, [check])
  return { ...invite, check }
}
