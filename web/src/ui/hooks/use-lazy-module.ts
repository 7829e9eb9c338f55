import { useEffect, useState } from 'react'

/**
 * Lazily loaded code; null until it is loaded. `load` and `onFailure` must not change.
 * If a build's files no longer exist, the import resolves to undefined, which counts as a failure too.
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
