import { Writable } from 'node:stream'
import type { QueryClient } from '@tanstack/react-query'
import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformReadableStreamWithRouter } from '@tanstack/react-router/ssr/server'
import { getGlobalStartContext } from '@tanstack/react-start'
import { createServerEntry, createStartHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { stylesMark } from '#web/app/head/document-head.ts'
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

/** The last style sheet as bytes: the build has one, and every page contains it. */
let encoded: { css: string; bytes: Buffer } = { css: '', bytes: Buffer.alloc(0) }

/** The style sheet of the page's routes as bytes. */
function styleSheet(router: AnyRouter): Buffer {
  const css = router.ssr?.manifest?.inlineStyle?.children ?? ''
  if (css !== encoded.css) encoded = { css, bytes: Buffer.from(css) }
  return encoded.bytes
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

/** Puts the style sheet where the page has its placeholder. It is two thirds of a page, which React would encode again. */
function withStyles(page: Buffer<ArrayBuffer>, styles: Buffer, mark: string): Buffer<ArrayBuffer> {
  const at = page.indexOf(mark)
  return at === -1 ? page : Buffer.concat([page.subarray(0, at), styles, page.subarray(at + mark.length)])
}

/** Sends a page in one piece: the page cache stores whole pages, so streaming would not reach visitors earlier. */
const wholePage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  const { queryClient } = router.options.context as { queryClient: QueryClient }
  const { nonce } = router.options.ssr ?? {}
  try {
    const rendered = await renderWhole(<RouterServer router={router} />, nonce)
    const styles = styleSheet(router)
    if (hasInventedFilter(router.state.location.search as Record<string, unknown>, queryClient))
      responseHeaders.set('cache-control', 'no-store')
    const plain = await withRouterData(router, rendered)
    const html = nonce ? withStyles(plain, styles, stylesMark(nonce)) : plain
    const takePage = getGlobalStartContext()?.takePage
    takePage?.(html)
    return new Response(takePage ? null : html, { status: getSsrStatus(router), headers: responseHeaders })
  } finally {
    queryClient.clear()
    router.serverSsr?.cleanup()
  }
})

export default createServerEntry({ fetch: createStartHandler(wholePage) })
