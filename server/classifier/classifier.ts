import { type SensitiveSubject, sensitiveSubjects } from '@hot/domain/post/sensitive-subjects'
import type { Backend } from '@hot/embedded'
import type { Log } from '@hot/embedded/log'
import { z } from 'zod'
import { causeLine } from '../wire/request-log.ts'

/** Where posts are read by the operator's own classifier. */
export type ClassifierOptions = { url: string; token?: string | undefined }

/** Whom the privacy policy names. */
export const classifierHost = ({ url }: ClassifierOptions): string => new URL(url).host

/** How often posts are claimed (cron pattern with seconds). */
export const CLASSIFIER_SCHEDULE = '*/10 * * * * *'

const claimed = z.array(z.strictObject({ id: z.string(), type: z.string(), updated_at: z.string(), text: z.string() }))
export type ClaimedPost = z.infer<typeof claimed>[number]

/** Posts that wait for the classifier: in this process's database or in a Supabase project. */
export type ClassifierQueue = {
  /** Claims posts that are due, and says that there is a classifier; one that is not settled becomes due again later. */
  claim(): Promise<readonly ClaimedPost[]>
  /** Stores what was found in a post as it was claimed; none: nothing. */
  settle(post: ClaimedPost, subjects: readonly SensitiveSubject[]): Promise<void>
}

const AT_ONCE = 5

export const databaseClassifications = ({ query }: Pick<Backend, 'query'>, host: string): ClassifierQueue => ({
  claim: async () => {
    const [row] = await query<{ posts: unknown }>('select private.claim_classifications($1, $2) as posts', [
      AT_ONCE,
      host,
    ])
    return claimed.parse(row?.posts ?? [])
  },
  settle: async ({ id, updated_at }, subjects) =>
    void (await query('select private.settle_classification($1, $2, $3)', [id, updated_at, [...subjects]])),
})

/** The same through PostgREST; `call` asks as the server. */
export const remoteClassifications = (
  call: (name: string, args: object) => Promise<Response>,
  host: string,
): ClassifierQueue => ({
  claim: async () =>
    claimed.parse(await (await call('claim_classifications', { p_limit: AT_ONCE, p_reader: host })).json()),
  settle: async ({ id, updated_at }, subjects) =>
    void (await call('settle_classification', { p_post: id, p_version: updated_at, p_subjects: [...subjects] })),
})

/** In ms. */
const answerWithin = 10_000
/** Of an answer; it names four words at most. */
const mostBytes = 16 << 10

const answer = z.object({ subjects: z.array(z.enum(sensitiveSubjects)).max(sensitiveSubjects.length) })

/**
 * Asks the classifier about one post: `POST {type, text}`, answered by `{"subjects": ["health", …]}` (health, sexuality,
 * crime, minors; other fields are ignored). Nothing says who wrote it. Throws when there is no such answer within ten
 * seconds.
 */
export async function classify(
  { type, text }: Pick<ClaimedPost, 'type' | 'text'>,
  { url, token }: ClassifierOptions,
): Promise<readonly SensitiveSubject[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ type, text }),
    // An address somewhere else was not configured.
    redirect: 'error',
    signal: AbortSignal.timeout(answerWithin),
  })
  if (!response.ok) throw new Error(`Status ${response.status}`)
  if (Number(response.headers.get('content-length') ?? 0) > mostBytes) throw new Error('Die Antwort ist zu lang')
  const body = await response.text()
  if (Buffer.byteLength(body) > mostBytes) throw new Error('Die Antwort ist zu lang')
  return answer.parse(JSON.parse(body)).subjects
}

/** Has the posts that wait read. One that cannot be read now is tried again by the queue, three times in all. */
export async function classifyWaiting(
  queue: ClassifierQueue,
  options: ClassifierOptions,
  log: Log,
  read: typeof classify = classify,
): Promise<void> {
  for (const post of await queue.claim()) {
    try {
      await queue.settle(post, await read(post, options))
    } catch (error) {
      log(`Der Klassifikator hat nicht geantwortet: ${causeLine(error)}`, 'warn')
    }
  }
}
