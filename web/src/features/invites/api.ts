import type { InviteCheck } from '@hot/domain/contract/account/invite'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { refreshProfile } from '#web/lib/auth/session/session-actions.ts'

/** Status of a code; `waiting` after too many wrong attempts, `unanswered` if the server could not be reached. */
export type InviteState = InviteCheck['state'] | 'waiting' | 'unanswered'

const stateOf = (error: unknown): InviteState =>
  error instanceof DataError && (error.status === 429 || error.hint === 'rate_limited') ? 'waiting' : 'unanswered'

/** Whether registering with the code would work now. Never rejects. */
export async function checkInvite(code: string): Promise<InviteState> {
  try {
    return (await rpc('check_invite', { p_code: code })).state
  } catch (error) {
    return stateOf(error)
  }
}

/** Redeems a code for the current member; `valid` if that worked. Never rejects. */
export async function redeemInvite(code: string): Promise<InviteState> {
  try {
    if (!(await rpc('redeem_invite', { code }))) return await checkInvite(code)
  } catch (error) {
    return stateOf(error)
  }
  // The code is redeemed even if this fails; the profile will be refetched later.
  await refreshProfile().catch(() => {})
  return 'valid'
}
