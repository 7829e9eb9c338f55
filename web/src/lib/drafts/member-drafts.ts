import * as z from 'zod/mini'
import { type DraftOwner, forgetDrafts, storeDrafts, storedDrafts } from './stored-drafts.ts'

const slots = z.record(z.string(), z.unknown())
const record = z.object({
  member: z.nullable(z.string()),
  /** Posts. */
  drafts: z._default(slots, {}),
  /** Forms of the team. */
  team: z._default(slots, {}),
  /** What the team, reporters and those who are affected write to each other and to everybody. */
  letters: z._default(slots, {}),
})
const kinds = ['drafts', 'team', 'letters'] as const
type Kind = (typeof kinds)[number]
type Slots = Record<string, unknown>

function recordOf(member: DraftOwner): { member: DraftOwner } & Record<Kind, Slots> {
  const nothing = { member, drafts: {}, team: {}, letters: {} }
  try {
    const found = record.safeParse(JSON.parse(storedDrafts(member) ?? 'null'))
    return found.success && found.data.member === member ? found.data : nothing
  } catch {
    // Damaged.
    return nothing
  }
}

/**
 * The member's drafts of a kind, by slot, as stored. A device stores those of one member only: another who writes here
 * does not see them and overwrites them.
 */
export const memberDrafts = (member: DraftOwner, kind: Kind): Slots => recordOf(member)[kind]

/** Replaces the member's drafts of a kind. False if the browser could not store them. */
export function storeMemberDrafts(member: DraftOwner, kind: Kind, next: Slots): boolean {
  const record: Record<Kind, Slots> = { ...recordOf(member), [kind]: next }
  const filled = kinds.filter((one) => Object.keys(record[one]).length > 0)
  if (filled.length > 0)
    return storeDrafts(
      member,
      JSON.stringify({ member, ...Object.fromEntries(filled.map((one) => [one, record[one]])) }),
    )
  forgetDrafts(member)
  return true
}
