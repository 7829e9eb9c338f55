/** Last step of `npm run build`: takes the source maps out of the client build, compresses it once and notes which sources it was made from. */
import fs from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { noteBuild } from './build-stamp.ts'
import { moveSourceMaps, sourceMapFolder } from './source-maps.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

const compressible = new Set(['.css', '.html', '.js', '.json', '.mjs', '.svg', '.txt', '.webmanifest', '.xml'])
/** Below this a packet is a packet. */
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

/** Writes `.br` and `.gz` beside every text file of the build; returns how many files and bytes saved. */
export async function precompress(root: string): Promise<{ files: number; saved: number }> {
  const files = fs
    .readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && compressible.has(path.extname(entry.name).toLowerCase()))
    .map((entry) => path.join(entry.parentPath, entry.name))
  const saved = await Promise.all(files.map(compressFile))
  return { files: files.length, saved: saved.reduce((sum, bytes) => sum + bytes, 0) }
}

if (import.meta.main) {
  const dist = path.resolve(import.meta.dirname, '../dist')
  moveSourceMaps(path.join(dist, 'client'), path.join(dist, sourceMapFolder))
  const { files, saved } = await precompress(path.join(dist, 'client'))
  noteBuild()
  console.log(`${files} Dateien komprimiert, ${Math.round(saved / 1000)} kB gespart.`)
}
