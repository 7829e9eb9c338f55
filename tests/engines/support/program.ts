import { type ChildProcess, spawn } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

/** A started program that takes its descendants with it when it ends. */
export type Program = {
  /** Resolves with the first group of a line of its output that matches. */
  said(line: RegExp): Promise<string>
  end(): Promise<void>
}

const startsWithinMs = 30_000
const setpriv = '/usr/bin/setpriv'

/**
 * Starts a program in a group of its own, which is ended as a whole. Should this process be killed before, the kernel
 * ends the program.
 */
export function startProgram(file: string, args: string[], env: Record<string, string>): Program {
  const [command = '', ...rest] = fs.existsSync(setpriv)
    ? [setpriv, '--pdeathsig', 'KILL', file, ...args]
    : [file, ...args]
  const child = spawn(command, rest, {
    env: { ...process.env, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const listeners = new Set<() => void>()
  const hear = (text: string) => {
    // The end is enough to say why it failed.
    output = `${output}${text}`.slice(-20_000)
    for (const listener of listeners) listener()
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  const killAtExit = () => killGroup(child)
  process.once('exit', killAtExit)
  return {
    said: (line) =>
      new Promise((resolve, reject) => {
        const settle = (act: () => void) => {
          clearTimeout(timer)
          listeners.delete(look)
          act()
        }
        const look = () => {
          const found = line.exec(output)
          if (found) settle(() => resolve(found[1] ?? ''))
        }
        const give = (why: string) => settle(() => reject(new Error(`${file} ${why}: ${output}`)))
        const timer = setTimeout(() => give(`did not say ${line} within ${startsWithinMs} ms`), startsWithinMs)
        child.once('error', (error) => give(error.message))
        child.once('exit', (code) => give(`ended with ${code}`))
        listeners.add(look)
        look()
      }),
    end: async () => {
      process.off('exit', killAtExit)
      const ended = new Promise<void>((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) resolve()
        else child.once('exit', () => resolve())
      })
      killGroup(child)
      await ended
    },
  }
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch (error) {
    // Nobody is left.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

/** An empty directory for what a browser writes, and its removal. */
export function scratchHome(name: string): { folder: string; remove: () => void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), `hot-${name}-`))
  return { folder, remove: () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }) }
}
