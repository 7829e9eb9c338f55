import fs from 'node:fs'
import path from 'node:path'

/** Where the maps of a build lie: for the error service (docs/operations/run.md), never for visitors. */
export const sourceMapFolder = 'source-maps'

/** Takes the source maps out of what is served, keeping their paths below `to`. Returns how many there were. */
export function moveSourceMaps(from: string, to: string): number {
  fs.rmSync(to, { recursive: true, force: true })
  const maps = fs.readdirSync(from, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'))
  for (const file of maps) {
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true })
    fs.renameSync(path.join(from, file), path.join(to, file))
  }
  return maps.length
}
