import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { isMainThread } from 'node:worker_threads'

/**
 * Loaded by `--import` into a process and its threads: while the file FAILING_DISK exists, the disk answers each sync of the
 * database with EIO.
 */
const { FAILING_DISK = '' } = process.env
const { fdatasyncSync } = fs

if (!isMainThread) {
  fs.fdatasyncSync = (fd) => {
    if (!fs.existsSync(FAILING_DISK)) return fdatasyncSync(fd)
    throw Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO', errno: -5, syscall: 'fdatasync' })
  }
  syncBuiltinESMExports()
}
