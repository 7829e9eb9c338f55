type Options = { headers?: Record<string, string>; maxRedirects?: number }
type WithBody = Options & { data?: unknown }

/** The parts of an answer that tests read. */
export type Answer = {
  status(): number
  /** Names in lower case. */
  headers(): Record<string, string>
  text(): Promise<string>
  json(): Promise<unknown>
  body(): Promise<Buffer>
}

/**
 * How tests send requests to the running server without a browser. Compatible with Playwright's request context, so
 * that journeys and HTTP tests share the creation of members and posts.
 */
export type Requests = {
  get(path: string, options?: Options): Promise<Answer>
  post(path: string, options?: WithBody): Promise<Answer>
  put(path: string, options?: WithBody): Promise<Answer>
  patch(path: string, options?: WithBody): Promise<Answer>
  delete(path: string, options?: WithBody): Promise<Answer>
}

/** Address of the server under test (`demo-server.ts`). */
export function siteUrl(): string {
  const url = process.env.HOT_E2E_URL
  if (!url) throw new Error('HOT_E2E_URL fehlt: die Adresse des laufenden Servers.')
  return url
}

function answerOf(response: Response): Answer {
  // Read once, returned as often as needed.
  let bytes: Promise<Buffer> | undefined
  const body = () => {
    bytes ??= response.arrayBuffer().then((buffer) => Buffer.from(buffer))
    return bytes
  }
  const text = async () => (await body()).toString('utf8')
  return {
    status: () => response.status,
    headers: () => Object.fromEntries(response.headers),
    text,
    json: async () => JSON.parse(await text()),
    body,
  }
}

const ask =
  (method: string, base: string | undefined) =>
  async (path: string, { headers = {}, data, maxRedirects }: WithBody = {}): Promise<Answer> => {
    const response = await fetch(new URL(path, base ?? siteUrl()), {
      method,
      headers: data === undefined ? headers : { 'content-type': 'application/json', ...headers },
      body: data === undefined ? undefined : JSON.stringify(data),
      redirect: maxRedirects === 0 ? 'manual' : 'follow',
    })
    return answerOf(response)
  }

/** Sends requests to a server by `fetch`. */
export const requestsTo = (base?: string): Requests => ({
  get: ask('GET', base),
  post: ask('POST', base),
  put: ask('PUT', base),
  patch: ask('PATCH', base),
  delete: ask('DELETE', base),
})

/** The server under test, without a browser. */
export const site = requestsTo()

/** The answer, or an error with the server's actual answer. */
export async function expected(answer: Answer, status: number): Promise<Answer> {
  if (answer.status() !== status) throw new Error(`answered ${answer.status()}, not ${status}: ${await answer.text()}`)
  return answer
}

/** Retries until the answer is right; throws the last failure. For what the server does asynchronously. */
export async function eventually<Found>(find: () => Promise<Found>, withinMs = 15_000): Promise<Found> {
  for (const end = Date.now() + withinMs; ; ) {
    try {
      return await find()
    } catch (error) {
      if (Date.now() > end) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
}
