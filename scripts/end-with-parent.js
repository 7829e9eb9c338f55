// Ends this process soon after its parent, which may be killed before it can do so itself. Loaded before every script
// that run.js starts, and by run.js itself when npm started it.
import fs from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const everyMs = 250
const parent = process.ppid

/**
 * npm, when it runs scripts in a shell that does not exec: killing npm leaves that shell behind. Detected on Linux
 * only.
 */
function aboveShell() {
  try {
    const [, name, above] = /^\d+ \((.*)\) \S (\d+)/.exec(fs.readFileSync(`/proc/${parent}/stat`, 'utf8')) ?? []
    return /^(ba|da|a)?sh$/.test(name ?? '') ? Number(above) : parent
  } catch {
    return parent
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

if (isMainThread) {
  const npm = process.env.npm_lifecycle_event ? aboveShell() : parent
  const timer = setInterval(() => {
    if (process.ppid === parent && isAlive(parent) && isAlive(npm)) return
    clearInterval(timer)
    // Windows has no signals: `kill` would end the process without its handlers.
    if (process.platform === 'win32' && process.emit('SIGTERM', 'SIGTERM')) return
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  timer.unref()
}
