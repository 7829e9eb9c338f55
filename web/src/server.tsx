import { Writable } from 'node:stream'
import type { QueryClient } from '@tanstack/react-query'
import { type AnyRouter, isNotFound } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformReadableStreamWithRouter } from '@tanstack/react-router/ssr/server'
import { getGlobalStartContext } from '@tanstack/react-start'
import { createServerEntry, createStartHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { stylesMark } from '#web/app/head/document-head.ts'
import { filled, keptShells, WithMarks } from '#web/app/shell/kept-shell.tsx'
import { hasInventedFilter } from '#web/app/start/invented-filters.ts'
import { shellQuery, siteLinksQuery } from '#web/app/start/site-queries.ts'

/** Renders the page after all suspended content has resolved. */
function renderWhole(page: ReactNode, nonce: string | undefined): Promise<Buffer<ArrayBuffer>> {
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

const shells = keptShells()

/** The data of the footer and the page's address, which is all that the shell shows. */
function placeOf(router: AnyRouter, queryClient: QueryClient) {
  const { pathname, search } = router.state.location
  return {
    footer: JSON.stringify([shellQuery, siteLinksQuery].map(({ queryKey }) => queryClient.getQueryData(queryKey))),
    path: pathname,
    hasSearch: Object.values(search as Record<string, unknown>).some((value) => value !== undefined),
  }
}

/**
 * The page with its style sheet and its shell, which take most of its bytes and would otherwise be rendered and encoded
 * again for each page.
 */
async function renderPage(router: AnyRouter, queryClient: QueryClient): Promise<Buffer<ArrayBuffer>> {
  const nonce = router.options.ssr?.nonce
  const page = <RouterServer router={router} />
  if (!nonce) return withRouterData(router, await renderWhole(page, nonce))
  const place = placeOf(router, queryClient)
  const shell = shells.find(place, nonce)
  const rendered = await renderWhole(<WithMarks value={shell && nonce}>{page}</WithMarks>, nonce)
  if (!shell) shells.learn(place, rendered, nonce)
  const styles = [stylesMark(nonce), styleSheet(router)] as const
  return filled(await withRouterData(router, rendered), [styles, ...(shell ?? [])])
}

/**
 * 404 becomes 410 where a loader knows that the address was taken down for good: search engines forget it sooner. A loader
 * whose page has nothing to show says so too (`isAbsent`): people still see the page, with its way back.
 */
function statusOf(router: AnyRouter): number {
  const status = getSsrStatus(router)
  const isAbsent = ({ loaderData }: { loaderData?: unknown }) =>
    (loaderData as { isAbsent?: boolean } | undefined)?.isAbsent === true
  if (status === 200 && router.state.matches.some(isAbsent)) return 404
  const isGone = ({ error }: { error: unknown }) =>
    isNotFound(error) && (error.data as { gone?: boolean } | undefined)?.gone
  return status === 404 && router.state.matches.some(isGone) ? 410 : status
}

/** Sends a page in one piece: the page cache stores whole pages, so streaming would not reach visitors earlier. */
const wholePage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  const { queryClient } = router.options.context as { queryClient: QueryClient }
  try {
    const html = await renderPage(router, queryClient)
    if (hasInventedFilter(router.state.location.search as Record<string, unknown>, queryClient))
      responseHeaders.set('cache-control', 'no-store')
    const takePage = getGlobalStartContext()?.takePage
    takePage?.(html)
    return new Response(takePage ? null : html, { status: statusOf(router), headers: responseHeaders })
  } finally {
    queryClient.clear()
    router.serverSsr?.cleanup()
  }
})

export default createServerEntry({ fetch: createStartHandler(wholePage) })
