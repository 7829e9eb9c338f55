import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { StoredDocument } from './stored-document.ts'

/** How often a page has to be sent from the cache before it is compressed again: it is kept for a minute at most. */
export const worthAfter = 10
/** Of one core. A page of 120 kB takes a quarter of a second, so one every few seconds. */
const shareOfCore = 0.1

const toBrotli = promisify(brotliCompress)

const smallest = async (body: Buffer<ArrayBuffer>) =>
  (await toBrotli(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  })) as Buffer<ArrayBuffer>

type Options = {
  compress?: (body: Buffer<ArrayBuffer>) => Promise<Buffer<ArrayBuffer>>
  clock?: () => number
  /** Calls back after so many ms. */
  rest?: (ms: number, then: () => void) => void
}

/**
 * Compresses cached pages that are read often once more, with brotli's highest quality, in another thread: one at a time, and
 * nine times as long none. Readers get what there is meanwhile.
 */
export function recompressor({
  compress = smallest,
  clock = () => performance.now(),
  rest = (ms, then) => void setTimeout(then, ms).unref(),
}: Options = {}) {
  const sent = new WeakMap<StoredDocument, number>()
  let isResting = false

  async function improve(document: StoredDocument): Promise<void> {
    const began = clock()
    try {
      const usual = await document.encoded.get('br')
      const better = await compress(document.body)
      if (usual && better.length < usual.length) document.encoded.set('br', Promise.resolve(better))
    } finally {
      rest((clock() - began) * (1 / shareOfCore - 1), () => {
        isResting = false
      })
    }
  }

  /** To be called when a document was sent from the cache in brotli. Resolves when it is compressed again, if it is now. */
  return async (document: StoredDocument): Promise<void> => {
    const times = (sent.get(document) ?? 0) + 1
    sent.set(document, times)
    if (times < worthAfter || isResting) return
    isResting = true
    sent.set(document, Number.NEGATIVE_INFINITY)
    await improve(document)
  }
}
