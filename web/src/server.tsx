import { Writable } from 'node:stream'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformReadableStreamWithRouter } from '@tanstack/react-router/ssr/server'
import { getGlobalStartContext } from '@tanstack/react-start'
import { createServerEntry, createStartHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { hasInventedFilter } from '#web/app/start/invented-filters.ts'

/** Renders the page after all suspended content has resolved. */
function renderWhole(page: ReactNode, nonce: string | undefined): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      nonce,
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(sink),
      onShellError: reject,
      onError: (error) => console.error('Error in renderToPipeableStream:', error),
    })
  })
}

/** Adds what the router sends after the page. Bytes pass as they are if there is nothing, unlike a string. */
async function withRouterData(router: AnyRouter, page: Uint8Array): Promise<Buffer<ArrayBuffer>> {
  const rendered = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(page)
      controller.close()
    },
  })
  const chunks: Uint8Array[] = []
  for await (const chunk of transformReadableStreamWithRouter(router, rendered)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Sends a page in one piece: the page cache stores whole pages, so streaming would not reach visitors earlier. */
const wholePage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  const { queryClient } = router.options.context as { queryClient: QueryClient }
  try {
    const rendered = await renderWhole(<RouterServer router={router} />, router.options.ssr?.nonce)
    if (hasInventedFilter(router.state.location.search as Record<string, unknown>, queryClient))
      responseHeaders.set('cache-control', 'no-store')
    const html = await withRouterData(router, rendered)
    const takePage = getGlobalStartContext()?.takePage
    takePage?.(html)
    return new Response(takePage ? null : html, { status: getSsrStatus(router), headers: responseHeaders })
  } finally {
    queryClient.clear()
    router.serverSsr?.cleanup()
  }
})

export default createServerEntry({ fetch: createStartHandler(wholePage) })
