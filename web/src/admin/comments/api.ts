import type { TeamComment, TeamCommentsPage } from '@hot/domain/contract/admin/reports'
import type { Json } from '@hot/domain/contract/database.types'
import type { Ground } from '@hot/domain/moderation/grounds'
import { searchQueryMax } from '@hot/domain/search/limits'
import { choiceParam, termParam } from '@hot/domain/url/search-param'
import { seenOf } from '../decisions/api.ts'
import type { Decision } from '../decisions/outbox.ts'
import { listQuery } from '../kit/list.tsx'
import { batchesOf } from '../kit/write.ts'

export const kinds = { links: 'Mit Link', neu: 'Von neuen Accounts', gemeldet: 'Gemeldet' } as const
const kindOf = { links: 'links', neu: 'new', gemeldet: 'reported' } as const
export const spans = { '1': 'Letzte 24 Stunden', '7': 'Letzte 7 Tage', '30': 'Letzte 30 Tage' } as const

export const kindNames = Object.keys(kinds) as (keyof typeof kinds)[]
export const spanNames = Object.keys(spans) as (keyof typeof spans)[]

/** The default, all of the last 7 days, is not in the URL. */
export type CommentsSearch = {
  q?: string | undefined
  /** The author's nickname. */
  von?: string | undefined
  art?: keyof typeof kinds | undefined
  tage?: keyof typeof spans | undefined
}

/** Search params from the URL, with defaults for invalid values. */
export const readCommentsSearch = (given: Record<string, unknown>): CommentsSearch => ({
  q: termParam(given.q, searchQueryMax),
  von: termParam(given.von, searchQueryMax),
  art: choiceParam(given.art, kindNames),
  tage: choiceParam(String(given.tage), spanNames),
})

export const commentsQuery = (userId: string, { q, von, art, tage }: CommentsSearch) =>
  listQuery(['admin', userId, 'comments', { q, von, art, tage }], 'admin_comments_page', {
    p_query: q,
    p_author: von,
    p_kind: art && kindOf[art],
    p_days: Number(tage ?? 7),
    p_limit: 20,
  })

/** Comments that wait to be read, oldest first. */
export const heldQuery = (userId: string) =>
  listQuery(['admin', userId, 'comments', 'held'], 'admin_held_comments_page', { p_limit: 20 })

type CommentsDecision = Pick<Decision, 'kind' | 'args' | 'facts' | 'targets'>

/** A comment as it was read. */
export type ReadComment = Pick<TeamComment, 'id' | 'version'>

const aboutComments = (
  read: readonly ReadComment[],
  given: { kind: Decision['kind']; args: Record<string, Json> } & { action: 'approve' | 'reject' | 'delete' },
): CommentsDecision => ({
  kind: given.kind,
  args: {
    ...given.args,
    p_ids: read.map(({ id }) => id),
    p_seen: seenOf(read.map(({ id, version }) => [`comment:${id}`, version])),
  },
  facts: { action: given.action, type: 'comment', name: null, count: read.length },
  targets: read.map(({ id }) => `comment:${id}`),
})

/** Publishes comments that wait, or rejects them with this reason. */
export const decideHeld = (
  read: readonly ReadComment[],
  reason: string | null,
  rule: Ground | null,
): CommentsDecision[] =>
  batchesOf(read).map((batch) =>
    aboutComments(batch, {
      kind: 'held_comments',
      args: { p_approve: reason === null, p_reason: reason, p_rule: rule },
      action: reason === null ? 'approve' : 'reject',
    }),
  )

/** Removes comments, each with this reason for its author. */
export const removeComments = (read: readonly ReadComment[], reason: string, rule: Ground): CommentsDecision[] =>
  batchesOf(read).map((batch) =>
    aboutComments(batch, { kind: 'comments', args: { p_reason: reason, p_rule: rule }, action: 'delete' }),
  )

type Found = readonly Pick<NonNullable<TeamCommentsPage['ids']>[number], 'id' | 'author'>[]

/** The accounts behind these comments. */
export const authorsOf = (ids: ReadonlySet<string>, found: Found): string[] => [
  ...new Set(found.flatMap(({ id, author }) => (author && ids.has(id) ? [author] : []))),
]
