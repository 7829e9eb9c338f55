// Ends this process soon after the one that started it, which may be killed before it can do so. Loaded before every
// script that run.js starts, and by run.js itself where npm started it.
import { isMainThread } from 'node:worker_threads'

const everyMs = 1000
const parent = process.ppid

function hasParent() {
  if (process.ppid !== parent) return false
  try {
    return process.kill(parent, 0)
  } catch {
    return false
  }
}

if (isMainThread) {
  const timer = setInterval(() => {
    if (hasParent()) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  timer.unref()
}
