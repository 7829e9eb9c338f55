import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Ask, PublicRpc } from '../backend/backend-watch.ts'
import { plainResponse } from '../pages/plain-page.ts'
import { portraitReader } from './og-portrait.ts'

/** What has been drawn, by what it shows: a picture whose data has not changed is not drawn again. */
const drawnBytes = 12 << 20

export type PicturesOptions = { rpc: PublicRpc; ask: Ask; backendUrl: string }

/**
 * Caches may keep a picture but must ask each time: it follows its page, and what is removed has to be gone. Asking again
 * costs them no bytes. Networks that keep it all the same get another address when it shows something else.
 */
const headers = { 'content-type': 'image/png', 'cache-control': 'public, no-cache' }

/** Draws the picture of an address such as `post`, `1b9d…`; 404 for what no guest may see. Throws BackendAway. */
export function openPictures({ rpc, ask, backendUrl }: PicturesOptions) {
  const drawn = new LRUCache<string, Buffer<ArrayBuffer>>({
    maxSize: drawnBytes,
    sizeCalculation: ({ length }) => length,
  })
  const sources = { rpc, portrait: portraitReader({ ask, backendUrl }) }

  return async (kind: string, key: string): Promise<Response> => {
    // Loaded with the first picture: layout and fonts take a moment and some memory.
    const [{ drawSubject }, { renderPng }] = await Promise.all([import('./og-subjects.ts'), import('./og-node.ts')])
    const svg = await drawSubject(kind, key, sources)
    if (svg === null) return plainResponse(404)
    const digest = createHash('sha256').update(svg).digest('base64url')
    const png = drawn.get(digest) ?? (await renderPng(svg))
    drawn.set(digest, png)
    return new Response(png, { headers })
  }
}
