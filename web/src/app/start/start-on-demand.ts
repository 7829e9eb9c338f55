type Stop = () => void

/**
 * Loads code and starts it; without it the page works all the same. Returns the way out, which also holds for what is still
 * on its way.
 */
export function startOnDemand<Code>(load: () => Promise<Code>, start: (code: Code) => Stop | Promise<Stop>): Stop {
  let stop: Stop | undefined
  let left = false
  const begin = async () => {
    const code = await load()
    if (left) return
    const end = await start(code)
    if (left) end()
    else stop = end
  }
  begin().catch(console.warn)
  return () => {
    left = true
    stop?.()
  }
}
