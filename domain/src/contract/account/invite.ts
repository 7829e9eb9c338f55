import { z } from 'zod'

/**
 * `check_invite(p_code)` (anon too): whether a code can be used now. 429 (hint `rate_limited`) after ten unknown codes
 * in an hour from one address or member.
 */
export const inviteCheck = z.strictObject({
  state: z.enum(['valid', 'unknown', 'expired', 'used']),
})
export type InviteCheck = z.infer<typeof inviteCheck>

/**
 * `redeem_invite(code)`: true when the caller has redeemed it, now or before; false when it is not valid. 429 as with
 * `check_invite`. When signing up by e-mail, the code is sent as `options.data.invite_code` instead.
 */
export const redeemInviteAnswer = z.boolean()
export type RedeemInviteAnswer = z.infer<typeof redeemInviteAnswer>
