import { useEffect, useState } from 'react'

/**
 * Lazily loaded code; null until it is loaded. `load` and `onFailure` must not change between renders.
 * When the files of this build no longer exist, the import resolves to undefined, which counts as a failure too.
 */
export function useLazyModule<Module>(
  wanted: boolean,
  load: () => Promise<Module>,
  onFailure?: () => void,
): Module | null {
  const [module, setModule] = useState<Module | null>(null)
  useEffect(() => {
    if (wanted) load().then((loaded) => (loaded ? setModule(loaded) : onFailure?.()), onFailure)
  }, [wanted, load, onFailure])
  return module
}
