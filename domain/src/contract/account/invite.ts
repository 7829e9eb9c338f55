import { z } from 'zod'

/**
 * `check_invite(p_code)` (anon too): whether sign-up with that code would work now. 429 (hint `rate_limited`) after ten
 * wrong codes in an hour by one address or member.
 */
export const inviteCheck = z.strictObject({
  state: z.enum(['valid', 'unknown', 'expired', 'used']),
})
export type InviteCheck = z.infer<typeof inviteCheck>

/**
 * `redeem_invite(code)`: true when the caller has redeemed it (or had before), false when it is not valid; 429 after ten
 * wrong ones in an hour. At sign-up by e-mail the code travels as `options.data.invite_code` instead.
 */
export const redeemInviteAnswer = z.boolean()
export type RedeemInviteAnswer = z.infer<typeof redeemInviteAnswer>
