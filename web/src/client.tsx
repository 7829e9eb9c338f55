import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { type ReactNode, StrictMode, startTransition } from 'react'
import { nextTask } from '#web/lib/hydration/when-idle.ts'
import { isOldBrowser } from '#web/platform/device/old-browser.ts'
import { learnFromPage } from '#web/platform/device/server-clock.ts'
import { loadOtherStyles } from './app/start/other-styles.ts'
import { dateMatchesHere } from './app/start/sent-times.ts'

/** Spelled out: by a constant of another module the bundler would not leave out what shells never run. */
const isNative = import.meta.env.VITE_SHELL === 'native'

let translated = false

/**
 * Chrome and Edge put texts into `font` elements, of which the app has none; browsers name the language they lead to. What was
 * translated once is remembered: React, when it renders the document anew, leaves no trace of it.
 */
function isTranslated(): boolean {
  translated ||= document.documentElement.lang !== 'de' || document.querySelector('body font') !== null
  return translated
}

/**
 * What the page's own scripts have written on `<html>` before React runs: theme, session, consent. React empties the
 * element when it renders the whole document anew; without this a member would be a guest, in the other theme. Before the
 * next frame, because observers run as soon as React is done.
 */
function keepMarks(): void {
  const html = document.documentElement
  const marks = [...html.attributes]
  new MutationObserver(() => {
    isTranslated()
    if (!html.dataset.theme) for (const { name, value } of marks) html.setAttribute(name, value)
  }).observe(html, { attributes: true })
}

/**
 * Hydrates, or renders anew a page that a translation was faster with: its texts are no longer those React would look for.
 * A translation in the midst of hydration React notices itself, renders that part anew, and tells; that is as it should be.
 */
function render(page: ReactNode, { createRoot, hydrateRoot }: typeof import('react-dom/client')): void {
  const onRecoverableError = (error: unknown) => {
    if (!isTranslated()) reportError(error)
  }
  if (isNative) hydrateRoot(document, page)
  else if (isTranslated()) createRoot(document).render(page)
  else hydrateRoot(document, page, { onRecoverableError })
}

/**
 * Hydrates in several tasks, so that taps are handled in between: a single task would block a phone for a third of a
 * second. react-dom is in the first file (vite/chunk-groups.ts); its code runs here.
 */
async function start(): Promise<void> {
  // A shell's page is a file of the device, which says no time; nothing in it comes from a server, and nobody translates it.
  if (!isNative) {
    learnFromPage()
    loadOtherStyles()
  }
  await nextTask()
  const reactDom = await import('react-dom/client')
  await nextTask()
  const router = await hydrateStart()
  if (!isNative) {
    dateMatchesHere(router)
    keepMarks()
  }
  await nextTask()
  startTransition(() => {
    render(
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
      reactDom,
    )
  })
}

if (!isOldBrowser()) void start()
