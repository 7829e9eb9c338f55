/** What an evening of the desk knows, and what its steps share. */
import { demoId, type Random } from '../../../server/demo/demo-rows.ts'
import type { Harness } from '../../../supabase/tests/support/harness.ts'

export const staff = ['moderator', 'admin'] as const
/** The third begins without the ban that this person has in other tests. */
export const members = ['member', 'other', 'banned'] as const
type Staff = (typeof staff)[number]
type Member = (typeof members)[number]

export type Decision = {
  id: string
  kind: 'content' | 'comments' | 'posts' | 'ban' | 'spam' | 'appeal'
  by: Staff
  /** `type:id`, as the database names them. */
  targets: string[]
  /** In the row of the decision, in the log and in what members are told; a removal of spam has none of its own. */
  reason: string | undefined
  args: object
  undone: boolean
  at: number
}

/** What was done so far, and what of it must be true. */
export type Evening = {
  t: Harness
  random: Random
  seed: number
  comments: string[]
  /** Posts that waited for the team when they were written. */
  posts: string[]
  /** Targets that somebody changed, and when: a decision from before leaves them alone. */
  touched: Map<string, number>
  decisions: Decision[]
  /** Were without their role at some time: what they had decided need not happen. */
  weakened: Set<Staff>
  /** Whose account is deleted. */
  gone: Set<Member>
  /** Whether `other` blocks `member`. */
  blocks: boolean
  /** The star's rows before it went to the bin. */
  binned: string | undefined
  /** The imports that stand, latest last, with what there was before each. */
  imports: { id: string; before: string }[]
  violated: string[]
  made: number
}

export type Step = (evening: Evening) => Promise<void>

export const pick = <T>({ random }: Evening, from: readonly T[]): T => random.some(from, 1)[0] as T
export const newId = (evening: Evening) => demoId(`desk ${evening.seed}`, String(evening.made++))
export const touch = (evening: Evening, target: string) => evening.touched.set(target, evening.made++)

/** Everything that could be decided about has changed: an account went, or all that it had written. */
export const touchEverything = (evening: Evening) => {
  for (const id of evening.comments) touch(evening, `comment:${id}`)
  for (const id of evening.posts) touch(evening, `post:${id}`)
  for (const { targets } of evening.decisions) for (const target of targets) touch(evening, target)
}
