type Fetch = (input: Request) => Promise<Response>

/** How an attempt fails: the request is lost, the answer is lost, or the answer comes after the client has given up. */
const losses = ['request', 'answer', 'late'] as const

/**
 * A connection to the backend on which the first attempt of every write fails, in these three ways in turn: so each
 * write is sent twice, and most arrive twice. Sign-in and reads pass. `calm` waits for pending requests.
 */
export function lossyLine(send: Fetch): { fetch: Fetch; lost: () => number; calm: () => Promise<void> } {
  const seen = new Set<string>()
  const underWay: Promise<unknown>[] = []
  let lost = 0
  return {
    lost: () => lost,
    calm: async () => void (await Promise.all(underWay)),
    fetch: async (request) => {
      const write = `${request.method} ${request.url} ${request.headers.get('authorization')} ${await request.clone().text()}`
      if (!request.url.includes('/rest/v1/') || request.method === 'GET' || seen.has(write)) return send(request)
      seen.add(write)
      const loss = losses[lost % losses.length]
      lost += 1
      const arriving = loss === 'request' ? undefined : send(request)
      if (arriving) underWay.push(arriving)
      if (loss === 'answer') await arriving
      throw new TypeError('fetch failed')
    },
  }
}
