import { useState } from 'react'

export type Picked = {
  ids: ReadonlySet<string>
  pick: (id: string, picked: boolean) => void
  replace: (ids: readonly string[]) => void
}

/** What is ticked in a list. */
export function usePicked(): Picked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const pick = (id: string, picked: boolean) =>
    setIds((now) => new Set(picked ? [...now, id] : [...now].filter((other) => other !== id)))
  return { ids, pick, replace: (next) => setIds(new Set(next)) }
}
