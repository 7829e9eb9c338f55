import { Writable } from 'node:stream'
import type { AnyRouter } from '@tanstack/react-router'
import { getSsrStatus, RouterServer, transformHtmlStringWithRouter } from '@tanstack/react-router/ssr/server'
import { createServerEntry, createStartHandler, defineHandlerCallback } from '@tanstack/react-start/server'
import type { ReactNode } from 'react'
import { renderToPipeableStream } from 'react-dom/server'
import { firstCode } from './first-code.ts'
import { inlinedSheets } from './inlined-sheets.ts'

const doctype = '<!DOCTYPE html>'
/** Stands for the build's styles while a page is made. As a whole element, because no text of a page can hold its `<`. */
const place = '/*styles*/'
const placeElement = `>${place}</style>`

/**
 * The styles are two thirds of every page and always the same: React, the router and the search for its places would
 * each go through them letter by letter. So they are put in at the end. Of the code only the first file is announced in the
 * head; the others stand beside the styles, for when the page was seen (platform/later-code.ts).
 */
function takeStyles(router: AnyRouter): string | undefined {
  const manifest = router.ssr?.manifest
  const styles = manifest?.inlineStyle?.children
  if (!styles) return undefined
  const { routes, later } = firstCode(manifest.routes, router.stores.matches.get())
  const attrs = { ...manifest.inlineStyle?.attrs, 'data-sheets': inlinedSheets(styles), 'data-code': later.join(' ') }
  router.ssr = { manifest: { ...manifest, routes, inlineStyle: { attrs, children: place } } }
  return styles
}

const withStyles = (html: string, styles: string) => html.replace(placeElement, () => `>${styles}</style>`)

/** The page once nothing in it waits any more. */
function renderWhole(page: ReactNode): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    const sink = new Writable({
      highWaterMark: Number.MAX_SAFE_INTEGER,
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(Buffer.concat(chunks).toString())
        done()
      },
    })
    const { pipe } = renderToPipeableStream(page, {
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => void pipe(sink),
      onShellError: reject,
      onError: (error) => console.error('Error in renderToPipeableStream:', error),
    })
  })
}

/**
 * Sends a page whole. Our server keeps pages whole, for every guest the same: pieces that arrive earlier are waited for
 * all the same, and reach no visitor earlier.
 */
const wholePage = defineHandlerCallback(async ({ router, responseHeaders }) => {
  try {
    const styles = takeStyles(router)
    const rendered = await renderWhole(<RouterServer router={router} />)
    const html = await transformHtmlStringWithRouter(router, rendered.replace(doctype, ''))
    return new Response(styles ? withStyles(html, styles) : html, {
      status: getSsrStatus(router),
      headers: responseHeaders,
    })
  } finally {
    router.serverSsr?.cleanup()
  }
})

export default createServerEntry({ fetch: createStartHandler(wholePage) })
