import { useEffect, useState } from 'react'

/**
 * Code that is fetched when it is first wanted; null until it arrives. `load` and `onFailure` must not change.
 * Where a build's code is gone the import answers with nothing, which is a failure too.
 */
export function useArrival<Module>(
  wanted: boolean,
  load: () => Promise<Module>,
  onFailure?: () => void,
): Module | null {
  const [module, setModule] = useState<Module | null>(null)
  useEffect(() => {
    if (wanted) load().then((arrived) => (arrived ? setModule(arrived) : onFailure?.()), onFailure)
  }, [wanted, load, onFailure])
  return module
}
