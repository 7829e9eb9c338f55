import { useEffect, useState } from 'react'

const minute = 60_000

/** The time in milliseconds: first as the server said it, so that the page comes alive with the same text, then every minute. */
export function useMinuteNow(server: number): number {
  const [at, setAt] = useState(server)
  useEffect(() => {
    setAt(Date.now())
    const timer = setInterval(() => setAt(Date.now()), minute)
    return () => clearInterval(timer)
  }, [])
  return at
}
