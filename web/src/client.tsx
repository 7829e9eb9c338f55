import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { nextTask } from '#web/lib/hydration/when-idle.ts'
import { learnFromPage } from '#web/platform/device/server-clock.ts'

/**
 * Hydrates in several tasks, so that taps are handled in between: a single task would block a phone for a third of a
 * second. react-dom is in the first file (vite/chunk-groups.ts); its code runs here.
 */
async function start(): Promise<void> {
  learnFromPage()
  await nextTask()
  const { hydrateRoot } = await import('react-dom/client')
  await nextTask()
  const router = await hydrateStart()
  await nextTask()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
    )
  })
}

void start()
