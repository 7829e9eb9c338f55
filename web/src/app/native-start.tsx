import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Begins what only the shells do, once the router listens. On the website this is never rendered nor loaded. */
export function NativeStart() {
  const router = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    import('./start-native.ts')
      .then(({ startNative }) =>
        startNative({ history: router.history, queryClient, reloadPage: () => router.invalidate() }),
      )
      .then((end) => {
        if (left) end()
        else stop = end
      })
      .catch(console.error)
    return () => {
      left = true
      stop?.()
    }
  }, [router, queryClient])
  return null
}
