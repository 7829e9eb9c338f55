import { useEffect, useState } from 'react'

/**
 * The time in milliseconds: first as the server said it, so that the page comes alive with the same text, then every
 * second. `seconds` tells whether it ticks; without JavaScript a standing second would be a lie.
 */
export function useTickingNow(server: number): { at: number; seconds: boolean } {
  const [at, setAt] = useState<number | null>(null)
  useEffect(() => {
    setAt(Date.now())
    const timer = setInterval(() => setAt(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return { at: at ?? server, seconds: at !== null }
}
