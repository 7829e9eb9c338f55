import type { ViewerPosts } from '@hot/domain/contract/community'
import type { PostCard } from '@hot/domain/contract/post'
import { networkSentences, sessionGone, unknownFailureText } from '@hot/domain/network/refusals'
import { notifyManager, type QueryClient } from '@tanstack/react-query'
import { DataError } from '#web/lib/api/data-error.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { viewer } from '#web/lib/auth/viewer/viewer.ts'
import { whenReadyToWrite } from '#web/lib/auth/viewer/writing-gate.ts'
import type { ChoiceMutations } from '#web/lib/offline/queued-writes/choice-mutations.ts'
import { choicesOf, queuedMessage } from '#web/lib/offline/queued-writes/choices.ts'
import {
  type Choice,
  choicesOwner,
  ownChoice,
  showOwnChoices,
  type Target,
} from '#web/lib/offline/queued-writes/own-choices.ts'
import { writeOwnRow } from '#web/lib/offline/queued-writes/send-choice.ts'
import type { StoredChoice } from '#web/lib/offline/queued-writes/stored-choices.ts'
import { serverNow } from '#web/platform/device/server-clock.ts'
import { preloadToasts, showToast } from '#web/ui/feedback/toasts.ts'
import { changeShownPost, countChoice, fetchPost, type PostChoice, shownPost, showPost } from '../post-cache.ts'

/** Maximum ids per `viewer_posts` request. */
const maxIds = 100
const day = 86_400_000
const kinds: readonly PostChoice[] = ['post', 'rumor', 'poll', 'saved', 'sticker']
const rows = {
  post: { table: 'post_reactions', column: 'reaction' },
  rumor: { table: 'rumor_votes', column: 'vote' },
  poll: { table: 'poll_votes', column: 'option_id' },
  /** The row says it all. */
  saved: { table: 'saved_posts', column: null },
  sticker: { table: 'post_stickers', column: 'sticker' },
} as const

/** Fetches and changes the current member's choices on the shown posts. */
class PostChoices {
  readonly #client: QueryClient
  readonly #choices: ChoiceMutations
  readonly #pending = new Set<string>()
  /** By post id: incremented when a tap changes the shown counts, and when its write has settled. */
  readonly #changes = new Map<string, number>()
  /** Ids of posts that others have changed while a tap was in flight. */
  readonly #outdated = new Set<string>()
  #requests = 0

  constructor(client: QueryClient) {
    this.#client = client
    this.#choices = choicesOf(client)
    for (const kind of kinds) this.#define(kind)
    // By default observers are notified by a timer, a frame after the tapped button has changed.
    notifyManager.setScheduler(queueMicrotask)
    preloadToasts()
  }

  /** Applies a member's tap, synchronously unless they still need a nickname or an invitation. */
  choose(target: Target, choice: Choice): void {
    whenReadyToWrite(() => this.#choices.choose(target, choice))
  }

  /** Fetches the viewer's choice on a post, in one request with all others that appear together. */
  load(id: string): void {
    if (ownChoice(`post:${id}`) !== undefined) return
    if (this.#pending.size === 0)
      setTimeout(() => {
        const ids = [...this.#pending]
        this.#pending.clear()
        this.#fetchAll(ids)
      })
    this.#pending.add(id)
  }

  /** Refetches a post without waiting; on failure the shown counts stay until the page's next request. */
  refresh(id: string): void {
    this.#refresh(id).catch(() => undefined)
  }

  /** Applies changes by others; while a tap is in flight, the post is refetched afterwards instead. */
  follow(id: string, change: (post: PostCard) => PostCard): void {
    if (this.#isBusy(id)) this.#outdated.add(id)
    else changeShownPost(this.#client, id, change)
  }

  #define(kind: PostChoice): void {
    const { table, column } = rows[kind]
    this.#choices.define(kind, {
      write: async (id, choice, signal) => {
        await writeOwnRow(table, id, choice === null ? null : column ? { [column]: choice } : {}, signal)
        if (kind === 'saved')
          void this.#client.invalidateQueries({ queryKey: ['account', choicesOwner(), 'account_saved'] })
      },
      moved: (id, from, to) => {
        this.#markChanged(id)
        changeShownPost(this.#client, id, (post) => countChoice(post, kind, from, to))
      },
      settled: (id) => {
        this.#markChanged(id)
        if (!this.#isBusy(id) && this.#outdated.delete(id)) this.refresh(id)
      },
      stale: (id) => {
        this.#fetchAll([id])
        this.refresh(id)
      },
      queued: (isFull) => showToast(queuedMessage(isFull)),
      failed: (id, error) => void this.#explain(id, kind, error),
    })
  }

  /**
   * Shows the server's version of the post. Postponed while a tap is in flight, because its counts may or may not
   * include it.
   */
  async #refresh(id: string): Promise<void> {
    const post = shownPost(this.#client, id)
    if (!post) return
    const before = this.#changes.get(id)
    const fresh = await fetchPost(post)
    if (this.#isBusy(id)) this.#outdated.add(id)
    else if (this.#changes.get(id) === before) showPost(this.#client, id, fresh)
    else await this.#refresh(id)
  }

  async #explain(id: string, kind: PostChoice, error: unknown): Promise<void> {
    if (!isRefusal(error)) {
      showToast({ kind: 'error', ...failureText(error, kind) })
      return
    }
    const shown = shownPost(this.#client, id)
    try {
      const post = shown ? await fetchPost(shown) : null
      showPost(this.#client, id, post)
      this.#awaitEnd(id)
      const who = viewer()
      const needsInvite = who.state === 'member' && who.profile?.needs_invite === true
      showToast({ kind: 'error', ...refusalText({ error, kind, post, needsInvite }, serverNow()) })
    } catch (noAnswer) {
      showToast({ kind: 'error', ...failureText(noAnswer, kind) })
    }
  }

  #fetchAll(ids: string[]): void {
    for (let from = 0; from < ids.length; from += maxIds) {
      const some = ids.slice(from, from + maxIds)
      const owner = choicesOwner()
      this.#fetch(some, owner).catch(() => this.#assumeNone(some, owner))
    }
  }

  async #fetch(ids: string[], owner: string | undefined): Promise<void> {
    const receive = this.#choices.expect()
    this.#requests += 1
    const found = await this.#client.fetchQuery({
      // Each request has its own key: a response already in flight may be older than what triggered this request.
      queryKey: ['viewer-posts', owner, this.#requests],
      queryFn: ({ signal }) => rpc('viewer_posts', { p_ids: ids }, signal),
      meta: { personal: true },
      gcTime: 0,
    })
    receive(found.flatMap(choicesIn))
    for (const id of ids) this.#awaitEnd(id)
  }

  /** After a failed request: no choice counts as made, so that voting still works; fetches again once back online. */
  #assumeNone(ids: string[], owner: string | undefined): void {
    if (owner !== choicesOwner()) return
    const targets = ids.flatMap((id) => kinds.map((kind): Target => `${kind}:${id}`))
    showOwnChoices(targets.filter((target) => ownChoice(target) === undefined).map((target) => [target, null]))
    window.addEventListener('online', () => this.#fetchAll(ids), { once: true })
  }

  /** Closes a poll that ends within a day while it is shown. Later, the server refuses votes. */
  #awaitEnd(id: string): void {
    const endsAt = shownPost(this.#client, id)?.poll?.ends_at
    const left = endsAt ? Date.parse(endsAt) - serverNow() : day
    if (left < day) setTimeout(() => showOwnChoices([[`ended:${id}`, 'yes']]), left)
  }

  #markChanged(id: string): void {
    this.#changes.set(id, (this.#changes.get(id) ?? 0) + 1)
  }

  #isBusy(id: string): boolean {
    return kinds.some((kind) => this.#choices.busy(`${kind}:${id}`))
  }
}

const choicesIn = ({
  post_id,
  reaction,
  rumor_vote,
  poll_option,
  saved,
  sticker,
}: ViewerPosts[number]): StoredChoice[] => [
  [`post:${post_id}`, reaction],
  [`rumor:${post_id}`, rumor_vote],
  [`poll:${post_id}`, poll_option],
  [`saved:${post_id}`, saved ? 'yes' : null],
  [`sticker:${post_id}`, sticker],
]

let instance: PostChoices | undefined

/** The app's only instance, created with the first client. */
export function postChoices(client: QueryClient): PostChoices {
  instance ??= new PostChoices(client)
  return instance
}

type FailureText = { title: string; text: string }

const titles: Record<PostChoice, string> = {
  post: 'Deine Reaktion ist nicht angekommen.',
  rumor: 'Deine Stimme ist nicht angekommen.',
  poll: 'Deine Stimme ist nicht angekommen.',
  saved: 'Das ließ sich nicht merken.',
  sticker: 'Dein Sticker klebt nicht.',
}

/** The database refused this member's choice on this post; it does not say why. */
export const isRefusal = (error: unknown): error is DataError =>
  error instanceof DataError && (error.code === '42501' || error.code.startsWith('23'))

type Refused = {
  error: DataError
  kind: PostChoice
  /** The post's current state; null if it was deleted. */
  post: PostCard | null
  needsInvite: boolean
}

/** The reason for the refusal, as far as it follows from the post. `now`: epoch ms. */
export function refusalText({ error, kind, post, needsInvite }: Refused, now: number): FailureText {
  const title = titles[kind]
  if (!post)
    return {
      title: 'Dieser Beitrag ist nicht mehr da.',
      text: kind === 'saved' ? 'Merken geht hier nicht mehr.' : 'Abstimmen und reagieren geht hier nicht mehr.',
    }
  if (kind === 'poll' && post.poll?.ends_at && Date.parse(post.poll.ends_at) <= now)
    return { title: 'Diese Umfrage ist beendet.', text: 'Deine Stimme zählt leider nicht mehr.' }
  if (kind === 'rumor' && post.rumor?.status === 'debunked')
    return { title: 'Dieses Gerücht ist widerlegt.', text: 'Hier wird nicht mehr abgestimmt.' }
  if (error.code === '23503')
    return { title, text: 'Die Antworten haben sich gerade geändert. Schau noch einmal drauf und wähl neu.' }
  if (needsInvite) return { title, text: 'Dir fehlt noch eine Einladung. Lös sie ein und versuch es noch einmal.' }
  return { title, text: 'Dein Account ist gerade gesperrt. Lesen kannst du weiterhin.' }
}

/** Message for a choice that was rolled back for another reason than a refusal. */
export function failureText(error: unknown, kind: PostChoice): FailureText {
  const title = titles[kind]
  if (!(error instanceof DataError) || error.status === 0)
    return { title, text: 'Keine Verbindung. Prüf dein Netz und versuch es noch einmal.' }
  if (error.hint === 'rate_limited' || error.status === 429) return { title, text: networkSentences.rate_limited }
  if (error.status === 401) return { title, text: sessionGone }
  return { title, text: `${unknownFailureText} Versuch es gleich noch einmal.` }
}
