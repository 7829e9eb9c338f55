import { useEffect, useState } from 'react'

/** The index an arrow key moves to in a list of `count` entries; −1 is the field itself. */
export function listStep(key: string, current: number, count: number): number | null {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return null
  if (count === 0) return -1
  const step = key === 'ArrowDown' ? 1 : -1
  // One more position than entries: past the last one the selection returns to the field.
  return ((current + 1 + step + count + 1) % (count + 1)) - 1
}

/** The value, updated once it has not changed for `delay` ms. */
export function useDebounced<Value>(value: Value, delay: number): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay)
    return () => clearTimeout(timer)
  }, [value, delay])
  return settled
}
