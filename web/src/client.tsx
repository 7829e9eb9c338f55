import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import type { HydrationOptions } from 'react-dom/client'
import { nextTask } from '#web/lib/hydration/when-idle.ts'
import { isNative } from '#web/platform/device/device.ts'
import { learnFromPage } from '#web/platform/device/server-clock.ts'
import { dateMatchesHere } from './app/start/sent-times.ts'

/**
 * What the page's own scripts have written on `<html>` before React runs: theme, session, consent. React empties the
 * element when it renders the whole document anew, as it does where a translation was faster than hydration; without
 * this a member would be a guest, in the other theme.
 */
function keepMarks(): HydrationOptions {
  const marks = [...document.documentElement.attributes]
  return {
    onRecoverableError: (error) => {
      const html = document.documentElement
      if (!html.dataset.theme) for (const { name, value } of marks) html.setAttribute(name, value)
      reportError(error)
    },
  }
}

/**
 * Hydrates in several tasks, so that taps are handled in between: a single task would block a phone for a third of a
 * second. react-dom is in the first file (vite/chunk-groups.ts); its code runs here.
 */
async function start(): Promise<void> {
  // A shell's page is a file of the device, which says no time; nothing in it comes from a server, and nobody translates it.
  if (!isNative) learnFromPage()
  await nextTask()
  const { hydrateRoot } = await import('react-dom/client')
  await nextTask()
  const router = await hydrateStart()
  if (!isNative) dateMatchesHere(router)
  await nextTask()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
      isNative ? undefined : keepMarks(),
    )
  })
}

void start()
