import { useEffect, useState } from 'react'

const minute = 60_000

/** The present instant, moved on every minute while `running`, so that ages stay true. */
export function useNow(running: boolean): string {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    if (!running) return
    const look = () => setNow(new Date().toISOString())
    look()
    const timer = setInterval(look, minute)
    return () => clearInterval(timer)
  }, [running])
  return now
}
