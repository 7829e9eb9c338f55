import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

/** Every file below a directory by name and contents: two that are equal are the same to the last byte. */
export function everything(dir: string): Record<string, string> {
  if (!fs.existsSync(dir)) return {}
  const entries = fs.readdirSync(dir, { recursive: true, withFileTypes: true })
  const files = entries.map((entry) => path.join(entry.parentPath, entry.name)).sort()
  return Object.fromEntries(
    files.map((file) => {
      const isFile = fs.statSync(file).isFile()
      const hash = isFile ? createHash('sha256').update(fs.readFileSync(file)).digest('hex') : 'directory'
      return [path.relative(dir, file), hash]
    }),
  )
}
