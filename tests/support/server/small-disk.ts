/**
 * For tests: a disk of a few megabytes. Needs permission to mount, which root in a container has and an ordinary
 * account has not.
 */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export type SmallDisk = {
  dir: string
  /** Fills the disk up to this many free bytes. */
  fill: (leave: number) => void
  /** Frees the space again. */
  clear: () => void
  remove: () => void
}

const mount = (dir: string, megabytes: number) =>
  execFileSync('/bin/mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', dir], { stdio: 'ignore' })

/** Mounts a disk in memory. Throws where mounting is not allowed. */
export function smallDisk(megabytes: number): SmallDisk {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-small-disk-'))
  const ballast = path.join(dir, 'ballast')
  try {
    mount(dir, megabytes)
  } catch (error) {
    fs.rmdirSync(dir)
    throw error
  }
  return {
    dir,
    fill: (leave) => {
      const { bavail, bsize } = fs.statfsSync(dir)
      try {
        fs.writeFileSync(ballast, Buffer.alloc(Math.max(0, bavail * bsize - leave)))
      } catch (error) {
        // A server on this disk has written meanwhile: it is full all the same.
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    },
    clear: () => fs.rmSync(ballast, { force: true }),
    remove: () => {
      execFileSync('/bin/umount', [dir])
      fs.rmdirSync(dir)
    },
  }
}

export const canMount = (() => {
  try {
    smallDisk(1).remove()
    return true
  } catch {
    return false // not being allowed is an answer
  }
})()
