import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const compressible = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.txt', '.webmanifest', '.xml'])
/** In bytes; compressing a smaller file saves no packet. */
const worthwhile = 600

async function compressFile(file: string): Promise<number> {
  const body = fs.readFileSync(file)
  if (body.length < worthwhile) return 0
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: body.length }
  const [brotli, zipped] = await Promise.all([toBrotli(body, { params }), toGzip(body, { level: 9 })])
  fs.writeFileSync(`${file}.br`, brotli)
  fs.writeFileSync(`${file}.gz`, zipped)
  return body.length - brotli.length
}

/** Writes `.br` and `.gz` beside every text file of the build; returns their number and the bytes saved by Brotli. */
export async function precompress(root: string): Promise<{ files: number; saved: number }> {
  const files = fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(path.extname(entry.name).toLowerCase()))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const saved = await Promise.all(files.map(compressFile))
  return { files: files.length, saved: saved.reduce((sum, bytes) => sum + bytes, 0) }
}

/** Folder of a build's source maps, which are for the error service (docs/operations/run.md) and never served. */
export const sourceMapFolder = 'source-maps'

/** Moves the source maps out of the served files, preserving their paths below `to`. Returns their number. */
export function moveSourceMaps(from: string, to: string): number {
  fs.rmSync(to, { recursive: true, force: true })
  const maps = fs.readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'))
  for (const file of maps) {
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    fs.renameSync(path.join(from, file), path.join(to, file))
  }
  return maps.length
}
