import { postLive } from '@hot/domain/contract/post'
import { uuidPattern } from '@hot/domain/url/search-param'
import type { PublicRpc } from '../link/backend-watch.ts'

/**
 * What changes on the open page of a post. Pages of guests ask for it every few seconds, so the answer is cached
 * briefly, and is the same for all of them.
 */
export function livePost(rpc: PublicRpc) {
  return async (id: string): Promise<Response> => {
    // One spelling only: each would have a place in the cache.
    if (!uuidPattern.test(id) || id !== id.toLowerCase()) return new Response(null, { status: 404 })
    return Response.json(await rpc('post_live', postLive, { p_id: id }))
  }
}
