import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { precompress } from '../commands/build-output.ts'
import { openAssets } from './assets.ts'

const root = fs.mkdtempSync(path.join(os.tmpdir(), 'hot-assets-'))
const script = `console.log(${JSON.stringify('x'.repeat(2_000))})`
let answer: ReturnType<typeof openAssets>

beforeAll(async () => {
  fs.mkdirSync(path.join(root, 'assets'))
  fs.writeFileSync(path.join(root, 'assets/app-1a2b.js'), script)
  fs.writeFileSync(path.join(root, 'assets/tiny.css'), 'a{}')
  fs.writeFileSync(path.join(root, 'sw.js'), 'self')
  fs.writeFileSync(path.join(root, 'icon.png'), Buffer.alloc(5_000))
  expect((await precompress(root)).files).toBe(3)
  answer = openAssets(root)
})
afterAll(() => fs.rmSync(root, { recursive: true }))

const get = (url: string, encoding: 'br' | 'gzip' | 'identity' = 'identity', ifNoneMatch?: string) =>
  answer(url, { method: 'GET', encoding, ifNoneMatch })
const bytes = async (response: Response | undefined) =>
  Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0))

describe('openAssets', () => {
  it('sends a text file in the requested encoding with the same content', async () => {
    expect((await bytes(get('/assets/app-1a2b.js'))).toString()).toBe(script)
    const brotli = get('/assets/app-1a2b.js', 'br')
    expect(brotli?.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(await bytes(brotli)).toString()).toBe(script)
    expect(gunzipSync(await bytes(get('/assets/app-1a2b.js', 'gzip'))).toString()).toBe(script)
  })

  it('sends incompressible files unchanged', () => {
    for (const url of ['/icon.png', '/assets/tiny.css']) {
      expect(get(url, 'br')?.headers.get('content-encoding')).toBeNull()
      expect(get(url, 'br')?.status).toBe(200)
    }
  })

  it('lets browsers cache hashed files for ever, others for a while, the service worker not at all', () => {
    expect(get('/assets/app-1a2b.js')?.headers.get('cache-control')).toContain('immutable')
    expect(get('/icon.png')?.headers.get('cache-control')).toBe('public, max-age=3600')
    expect(get('/sw.js')?.headers.get('cache-control')).toBe('no-cache')
  })

  it('answers 304 to a matching ETag', () => {
    const etag = get('/icon.png')?.headers.get('etag') ?? ''
    expect(get('/icon.png', 'br', etag)?.status).toBe(304)
    expect(get('/icon.png', 'br', '"other"')?.status).toBe(200)
  })

  it('serves only files of the build', () => {
    expect(get('/assets/gone.js')?.status).toBe(404)
    expect(get('/stars')).toBeUndefined()
    expect(get('/assets/app-1a2b.js.br')?.status).toBe(404)
    expect(get('/../package.json')).toBeUndefined()
  })
})
