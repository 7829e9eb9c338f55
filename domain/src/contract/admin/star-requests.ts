import { z } from 'zod'
import { cursor, id, instant, memberRef } from '../parts.ts'
import { socialAccount } from '../star.ts'

const starRequest = z.strictObject({
  id,
  /** `claim`: the member says that they are the star; `facts`: what the star says is wrong about them. */
  kind: z.enum(['claim', 'facts']),
  star: z.strictObject({ id, slug: z.string(), name: z.string() }),
  member: memberRef.nullable(),
  speaker: z.string().nullable(),
  /** What has to stand at `text`, or in one of the `accounts`. */
  code: z.string().nullable(),
  text: z.string().nullable(),
  state: z.enum(['asked', 'granted', 'refused']),
  reason: z.string().nullable(),
  asked_at: instant,
  decided_at: instant.nullable(),
  accounts: z.array(socialAccount.pick({ platform: true, handle: true, url: true })),
})
export type StarRequest = z.infer<typeof starRequest>

/** `admin_star_requests(p_status, p_after, p_limit)`: open ones oldest first, or `decided` ones latest first. */
export const starRequestsPage = z.strictObject({ items: z.array(starRequest), next: cursor })
export type StarRequestsPage = z.infer<typeof starRequestsPage>

/** `admin_decide_star_request(p_id, p_granted, p_reason)`. Hints: `reason_required`, `own_case`. */
export const starRequestOutcome = z.strictObject({ outcome: z.enum(['done', 'decided', 'gone']) })
export type StarRequestOutcome = z.infer<typeof starRequestOutcome>
