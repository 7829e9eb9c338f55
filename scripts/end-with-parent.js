// Ends this process soon after the one that started it, which may be killed before it can do so. Loaded before every
// script that run.js starts, and by run.js itself where npm started it.
import fs from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const everyMs = 250
const parent = process.ppid

/** npm, where it runs scripts in a shell that stays: a killed npm leaves that shell behind. Only Linux tells. */
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
    process.kill(process.pid, 'SIGTERM')
  }, everyMs)
  timer.unref()
}
