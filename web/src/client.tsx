import { RouterProvider } from '@tanstack/react-router'
import { hydrateStart } from '@tanstack/react-start/client'
import { StrictMode, startTransition } from 'react'
import { endFirstView } from './app/start/above-the-fold.ts'
import { nextTask } from './app/start/yield-to-main.ts'

/**
 * Makes the server's page alive in pieces, so that a finger finds it answering in between: at once it would keep a phone
 * busy for a third of a second. react-dom is in the first file (vite/chunk-groups.ts) and only begins here.
 */
async function start(): Promise<void> {
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

addEventListener('scroll', endFirstView, { once: true, passive: true })
void start()
