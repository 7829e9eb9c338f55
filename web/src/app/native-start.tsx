import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'

/** Begins what only the shells do, once the router listens. On the website this is never rendered nor loaded. */
export function NativeStart() {
  const { history } = useRouter()
  const queryClient = useQueryClient()
  useEffect(() => {
    let stop: (() => void) | undefined
    let left = false
    import('./start-native.ts')
      .then(({ startNative }) => startNative({ history, queryClient }))
      .then((end) => {
        if (left) end()
        else stop = end
      })
      .catch(console.error)
    return () => {
      left = true
      stop?.()
    }
  }, [history, queryClient])
  return null
}
