import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { startOnDemand } from '../start/start-on-demand.ts'

/** Begins what only the shells do, once the router listens. On the website this is never rendered nor loaded. */
export function NativeStart() {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(
    () =>
      startOnDemand(
        () => import('./start-native.ts'),
        ({ startNative }) =>
          startNative({ history: router.history, queryClient, reloadPage: () => router.invalidate() }),
      ),
    [router, queryClient],
  )
  return null
}
