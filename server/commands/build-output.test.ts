import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { openAssets } from '../pages/assets.ts'
import { moveSourceMaps } from './build-output.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-maps-'))
const [client, maps] = [path.join(root, 'client'), path.join(root, 'source-maps')]
const write = (file: string, text = file) => {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}
afterEach(() => fs.rmSync(root, { recursive: true, force: true }))

const build = () => {
  for (const name of ['assets/a1.js', 'assets/a1.js.map', 'assets/deep/b2.js.map', 'index.map'])
    write(path.join(client, name))
}
const asked = { method: 'GET', encoding: 'identity' as const }

test('source maps are stored beside the build, without older ones', () => {
  build()
  write(path.join(maps, 'assets/old.js.map'))
  expect(moveSourceMaps(client, maps)).toBe(3)
  const kept = fs.readdirSync(maps, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.map'))
  expect(kept.sort()).toEqual(['assets/a1.js.map', 'assets/deep/b2.js.map', 'index.map'])
  expect(fs.readdirSync(client, { recursive: true })).not.toContain('assets/a1.js.map')
})

test('a source map inside the build is not served', async () => {
  build()
  const assets = openAssets(client)
  expect(assets('/assets/a1.js', asked)?.status).toBe(200)
  expect(assets('/assets/a1.js.map', asked)?.status).toBe(404)
  expect(assets('/index.map', asked)).toBeUndefined()
})
