import { popularBeside } from '@hot/domain/network/query-policy'
import type { Ask } from '../link/backend-watch.ts'

/** In ms, as long as a page may be kept. */
const keptFor = 60_000

const popular = new URLSearchParams(Object.entries(popularBeside).map(([name, value]) => [name, String(value)]))

/** What stands beside many pages and is the same for everybody: whole addresses, so that there is one answer of each. */
const sameForAll = new Set(['/rest/v1/rpc/posts_aside', `/rest/v1/rpc/posts_page?${popular}`])

type Kept = { status: number; headers: Headers; body: ArrayBuffer }

const responseOf = ({ status, headers, body }: Kept) => new Response(body, { status, headers })

/** The app's requests, of which some are asked once a minute for all pages. Failures are not kept. */
export type SharedAnswers = {
  ask: Ask
  /** To be called with every purge of pages: what was removed must not come back with the next one. */
  forget(): void
}

export function sharedAnswers(ask: Ask, clock: () => number = Date.now): SharedAnswers {
  const known = new Map<string, { until: number; answer: Promise<Kept> }>()

  async function answerTo(request: Request): Promise<Kept> {
    const response = await ask(request)
    return { status: response.status, headers: response.headers, body: await response.arrayBuffer() }
  }

  async function shared(request: Request, path: string): Promise<Response> {
    const before = known.get(path)
    if (before && clock() < before.until) return responseOf(await before.answer)
    const entry = { until: clock() + keptFor, answer: answerTo(request) }
    known.set(path, entry)
    const giveUp = () => void (known.get(path) === entry && known.delete(path))
    const answer = await entry.answer.catch((error: unknown) => {
      giveUp()
      throw error
    })
    if (answer.status !== 200) giveUp()
    return responseOf(answer)
  }

  return {
    ask: (request) => {
      const { pathname, search } = new URL(request.url)
      const address = pathname + search
      return request.method === 'GET' && sameForAll.has(address) ? shared(request, address) : ask(request)
    },
    forget: () => known.clear(),
  }
}
