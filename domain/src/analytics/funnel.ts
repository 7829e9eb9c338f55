/** Onboarding steps of a new member, in this order. */
export const funnelSteps = [
  'signup_completed',
  'profile_setup_completed',
  'first_post',
  'first_vote',
  'first_comment',
] as const
export type FunnelStepName = (typeof funnelSteps)[number]

/** Conversions whose rates are shown. */
export const conversionRates = [
  'profile_complete',
  'first_post',
  'first_vote',
  'first_comment',
  'retention_day7',
] as const
export type ConversionType = (typeof conversionRates)[number] | 'signup_completed' | 'retention_day30'

type Details = Readonly<Record<string, string | number | boolean>>

/** Stored on the device, one per member and type in `hot_conversions`. `completed_at` as ISO 8601. */
export type Conversion = {
  user_id: string
  conversion_type: ConversionType
  completed_at: string
  metadata: Details
}
/** A funnel step as reported. `timestamp` as ISO 8601. */
export type FunnelStep = { userId: string; step: FunnelStepName; timestamp: string; metadata: Details }

/** The funnel step of a conversion; retention is not a step. */
export const funnelStepOf: Readonly<Record<ConversionType, FunnelStepName | null>> = {
  signup_completed: 'signup_completed',
  profile_complete: 'profile_setup_completed',
  first_post: 'first_post',
  first_vote: 'first_vote',
  first_comment: 'first_comment',
  retention_day7: null,
  retention_day30: null,
}

/** The source stored with sign-ups: every registration passes the invite check. */
export const signupSource = 'invite_guard'

/** 1 with avatar and nickname, else 0.5. */
export const profileCompletion = (profile: { avatar_url: string | null; nickname: string | null }): 1 | 0.5 =>
  profile.avatar_url && profile.nickname ? 1 : 0.5

const dayMs = 86_400_000
/** Days after which a still active member counts as retained. */
const retentionDays = [7, 30] as const

/** Retention conversions of a member who is active at `now`; `createdAt` is the account's, ISO 8601. */
export function retentionReached(createdAt: string, now: number): ConversionType[] {
  const age = now - Date.parse(createdAt)
  return retentionDays.filter((days) => age >= days * dayMs).map((days): ConversionType => `retention_day${days}`)
}

/** Share of members who converted, from 0 to 1; 0 without members. */
export const conversionRate = (converted: number, members: number): number => (members === 0 ? 0 : converted / members)
