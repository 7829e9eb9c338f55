import { hash } from 'node:crypto'
import fs from 'node:fs'
import { promisify } from 'node:util'
import { brotliCompress, constants, zstdCompress } from 'node:zlib'
import { chooseEncoding } from './stored-document.ts'

/** Where browsers get it. The query is the build, so that a new one is asked for. */
export const dictionaryPath = '/_dictionary'

/** RFC 9842, 5: what a body in `dcz` begins with, before the dictionary's hash. */
const magic = Buffer.from([0x5e, 0x2a, 0x4d, 0x18, 0x20, 0x00, 0x00, 0x00])

const level = { cached: 9, once: 3 }

const toZstd = promisify(zstdCompress)
const toBrotli = promisify(brotliCompress)

/**
 * What all pages of a build have in common: style sheet, header, footer, scripts. Browsers that keep it get later documents as
 * what differs from it (RFC 9842).
 */
export type Dictionary = {
  /** Its hash, as `Available-Dictionary` says it. */
  name: string
  compress: (body: Buffer<ArrayBuffer>, once: boolean) => Promise<Buffer<ArrayBuffer>>
  /** The dictionary itself. */
  answer: (request: Request) => Promise<Response>
}

const headers = {
  'content-type': 'application/octet-stream',
  // No cache in front keeps it, because its address is not that of its content.
  'cache-control': 'public, max-age=604800',
  'use-as-dictionary': 'match="/*", match-dest=("document")',
  vary: 'accept-encoding',
}

export function dictionaryOf(content: Buffer<ArrayBuffer>): Dictionary {
  const digest = hash('sha256', content, 'buffer')
  const prefix = Buffer.concat([magic, digest])
  let small: Promise<Buffer<ArrayBuffer>> | undefined
  return {
    name: `:${digest.toString('base64')}:`,
    async compress(body, once) {
      const params = { [constants.ZSTD_c_compressionLevel]: once ? level.once : level.cached }
      return Buffer.concat([prefix, await toZstd(body, { dictionary: content, params })])
    },
    async answer({ method, headers: asked }) {
      const isBrotli = chooseEncoding(asked.get('accept-encoding') ?? undefined) === 'br'
      small ??= toBrotli(content) as Promise<Buffer<ArrayBuffer>>
      const body = isBrotli ? await small : content
      const coding = isBrotli ? { 'content-encoding': 'br' } : undefined
      return new Response(method === 'HEAD' ? null : body, { headers: { ...headers, ...coding } })
    },
  }
}

/** The dictionary of the build; undefined when it has none. */
export const openDictionary = (file: string): Dictionary | undefined =>
  fs.existsSync(file) ? dictionaryOf(fs.readFileSync(file)) : undefined
