import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type ClaimedPost, classify, classifyWaiting } from './classifier.ts'

let server: Server | undefined
afterEach(() => server?.close())

/** A classifier on this machine; returns its address. */
const classifier = (answer: RequestListener): Promise<string> =>
  new Promise((resolve) => {
    const started = createServer(answer)
    server = started
    started.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(started.address() as AddressInfo).port}/read`))
  })

const post: ClaimedPost = { id: 'a', type: 'rumor', updated_at: '2026-11-28T10:00:00Z', text: 'Man hört so einiges.' }

describe('the classifier', () => {
  it('gets the text and nothing about its author, and names subjects', async () => {
    let asked = ''
    let sent: unknown
    const url = await classifier(async (request, response) => {
      asked = `${request.method} ${request.url} ${request.headers.authorization}`
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      sent = JSON.parse(Buffer.concat(chunks).toString())
      response.end('{"subjects": ["health", "minors"], "score": 0.9}')
    })
    expect(await classify(post, { url, token: 'geheim' })).toEqual(['health', 'minors'])
    expect(asked).toBe('POST /read Bearer geheim')
    expect(sent).toEqual({ type: 'rumor', text: 'Man hört so einiges.' })
  })

  it.each([
    ['an error', 500, '{"subjects": []}'],
    ['no JSON', 200, 'alles gut'],
    ['another shape', 200, '{"labels": []}'],
    ['an unknown subject', 200, '{"subjects": ["politics"]}'],
    ['too much', 200, `{"subjects": [], "why": "${'x'.repeat(20_000)}"}`],
  ])('is not believed with %s', async (_, status, body) => {
    const url = await classifier((_request, response) => response.writeHead(status).end(body))
    await expect(classify(post, { url })).rejects.toThrow()
  })

  it('is not followed elsewhere', async () => {
    const url = await classifier((_request, response) =>
      response.writeHead(307, { location: 'http://127.0.0.1:1/' }).end(),
    )
    await expect(classify(post, { url })).rejects.toThrow()
  })
})

it('a post that cannot be read is left for later, with a line in the log; the others are settled', async () => {
  const lines: string[] = []
  const settled: unknown[] = []
  const queue = {
    claim: async () => [post, { ...post, id: 'b' }],
    settle: async ({ id }: ClaimedPost, subjects: readonly string[]) => void settled.push([id, subjects]),
  }
  await classifyWaiting(
    queue,
    { url: 'https://classifier.example/' },
    (line) => lines.push(line),
    async () => {
      if (settled.length === 0 && lines.length === 0) throw new Error('away')
      return ['crime']
    },
  )
  expect(settled).toEqual([['b', ['crime']]])
  expect(lines).toEqual(['Der Klassifikator hat nicht geantwortet: away'])
})
