import type { CheckAnswer } from '#web/service-worker/worker-messages.ts'
import { askWorker } from './register-messages.ts'

/** The address a plain press would open in this tab, on this site; undefined for every other press. */
function plainTarget(event: MouseEvent, here: URL): URL | undefined {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link?.href || link.target || link.hasAttribute('download')) return
  const url = new URL(link.href)
  const isSamePage = url.pathname === here.pathname && url.search === here.search
  return url.origin === here.origin && !isSamePage ? url : undefined
}

/**
 * Without a network the router could not fetch what a page needs, but the worker has whole documents: then links are left
 * to the browser. Back online, a page that was read from its copy goes when there is nothing at its address any more.
 */
export function readOffline(): () => void {
  let isCopy = !navigator.onLine
  const leaveToBrowser = (event: MouseEvent) => {
    // Past React, whose listeners hang further in.
    if (!navigator.onLine && plainTarget(event, new URL(location.href))) event.stopImmediatePropagation()
  }
  const check = async () => {
    const { controller } = navigator.serviceWorker
    if (!controller) return
    const answer = await askWorker<CheckAnswer>(controller, {
      kind: 'check',
      page: location.pathname + location.search,
    })
    if (answer?.gone && isCopy) location.reload()
    isCopy = false
  }
  window.addEventListener('click', leaveToBrowser, true)
  window.addEventListener('online', check)
  return () => {
    window.removeEventListener('click', leaveToBrowser, true)
    window.removeEventListener('online', check)
  }
}
