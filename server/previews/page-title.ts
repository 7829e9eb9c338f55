import { lookup as resolve } from 'node:dns'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { BlockList, type LookupFunction } from 'node:net'
import { firstGraphemes } from '@hot/domain/text/graphemes'
import { Parser } from 'htmlparser2'

/** What a link to an article says: its headline and the name of its site. */
export type Preview = { title: string; site: string }

/** In ms, for each request. */
const answerWithin = 5_000
/** Of a page; its head comes first. */
const mostBytes = 256 << 10
const mostRedirects = 3

/** Networks of no public server (RFC 6890); those of IPv4 hold for their spelling as IPv6 too: a name that leads there would have us ask machines beside us. */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['64:ff9b:1::', 48],
  ['2001::', 32],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['fc00::', 7],
  ['fe80::', 10],
  ['fec0::', 10],
  ['ff00::', 8],
] as const)
  closed.addSubnet(network, prefix, 'ipv6')

/** Resolves names to public addresses only; asked anew for each connection, so that no later answer can replace it. */
export const publicAddresses: LookupFunction = (hostname, options, callback) =>
  resolve(hostname, { ...options, all: true }, (error, found) => {
    const open = error
      ? []
      : found.filter(({ address, family }) => !closed.check(address, family === 6 ? 'ipv6' : 'ipv4'))
    const [first] = open
    if (!first) return callback(error ?? new Error(`${hostname} has no public address`), '')
    if (options.all) return callback(null, open)
    callback(null, first.address, first.family)
  })

/** Whether a host is one of the list, or below one of it: `www.rtl.de` for `rtl.de`. */
export const isListed = (host: string, hosts: readonly string[]): boolean =>
  hosts.some((listed) => host === listed || host.endsWith(`.${listed}`))

type Get = (url: URL) => Promise<IncomingMessage>

const getPublic: Get = (url) =>
  new Promise((answered, failed) => {
    const signal = AbortSignal.timeout(answerWithin)
    const headers = { accept: 'text/html', 'accept-encoding': 'identity', 'user-agent': 'HoT link preview' }
    request(url, { headers, lookup: publicAddresses, signal }, answered).on('error', failed).end()
  })

/** The headline of a page: that for previews (Open Graph), else its title. Reads no further than the end of the head. */
export async function readTitle(chunks: AsyncIterable<Buffer>, fallbackSite: string): Promise<Preview | undefined> {
  const meta = new Map<string, string>()
  let title = ''
  let inTitle = false
  let done = false
  const parser = new Parser({
    onopentag(name, { property, content }) {
      if (done) return
      if (name === 'body') done = true
      if (name === 'title') inTitle = title === ''
      if (name === 'meta' && property && content && !meta.has(property)) meta.set(property, content)
    },
    ontext(text) {
      if (inTitle) title += text
    },
    onclosetag(name) {
      if (name === 'title') inTitle = false
      if (name === 'head') done = true
    },
  })
  const decoder = new TextDecoder()
  let bytes = 0
  for await (const chunk of chunks) {
    bytes += chunk.length
    parser.write(decoder.decode(chunk, { stream: true }))
    if (done || bytes > mostBytes) break
  }
  const plain = (text: string, most: number) => firstGraphemes(text.replace(/[\p{C}\s]+/gu, ' ').trim(), most)
  const found = plain(meta.get('og:title') ?? title, 200)
  if (!found) return undefined
  return { title: found, site: plain(meta.get('og:site_name') ?? '', 80) || fallbackSite }
}

/**
 * The headline of a public web page on one of `hosts`, after at most three redirects within them; undefined: there is none
 * to be had, and asking again would not help. Throws when the page cannot be reached now.
 */
export async function pageTitle(
  address: string,
  hosts: readonly string[],
  get = getPublic,
): Promise<Preview | undefined> {
  let url = new URL(address)
  for (let redirects = 0; redirects <= mostRedirects; redirects++) {
    const isPlain = url.protocol === 'https:' && url.port === '' && !url.username && !url.password
    if (!isPlain || !isListed(url.hostname, hosts)) return undefined
    const answer = await get(url)
    const { statusCode = 0, headers } = answer
    const next = headers.location
    if (statusCode >= 300 && statusCode < 400 && next && URL.canParse(next, url)) {
      answer.destroy()
      url = new URL(next, url)
      continue
    }
    try {
      if (statusCode >= 500 || statusCode === 429) throw new Error(`${url.hostname}: ${statusCode}`)
      const isPage = /^text\/html\b/i.test(headers['content-type'] ?? '') && !headers['content-encoding']
      return statusCode === 200 && isPage ? await readTitle(answer, url.hostname.replace(/^www\./, '')) : undefined
    } finally {
      answer.destroy()
    }
  }
  return undefined
}
