import { brotliCompressSync } from 'node:zlib'
import { expect, test } from '../support/journey.ts'
import { serveNativeApp } from '../support/native-app.ts'
import { shellBridge } from '../support/shell-bridge.ts'

/**
 * Measured as a site would compress it, although a shell reads local files uncompressed. The limit of a first route,
 * plus Capacitor, without the names of chunks, which are 1,500 bytes.
 */
const most = 150_400

/**
 * Names of chunks are hashes of what is in them, and compress to a hundred bytes more or less with every change of any of
 * them. Their places stand for them, so that the weight is that of the code.
 */
function withFixedNames(code: string): string {
  const names = new Map<string, string>()
  return code.replaceAll(/[\w-]{7}(?=\.js)/g, (name) => {
    const fixed = names.get(name) ?? `${names.size}`.padStart(7, '0')
    names.set(name, fixed)
    return fixed
  })
}

let shell: Awaited<ReturnType<typeof serveNativeApp>>

test.beforeAll(async () => {
  test.setTimeout(180_000)
  shell = await serveNativeApp(process.env.HOT_E2E_URL ?? '')
})
test.afterAll(() => shell?.close())

test('the first screen of a shell is as light as a first view of the site', async ({ page }) => {
  await shellBridge(page)
  // What starts after the first view waits for an idle page (start-native.ts), which never happens here.
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })
  const scripts = new Map<string, Promise<Buffer>>()
  page.on('response', (response) => {
    if (response.url().endsWith('.js')) scripts.set(response.url(), response.body())
  })
  await page.goto(shell.url, { waitUntil: 'networkidle' })
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toBeVisible()

  const bodies = await Promise.all(scripts.values())
  const weight = bodies.reduce((sum, body) => sum + brotliCompressSync(withFixedNames(body.toString())).length, 0)
  test.info().annotations.push({ type: 'weight', description: `${weight} bytes in ${bodies.length} files` })
  expect(weight, 'scripts were counted').toBeGreaterThan(50_000)
  expect(weight, 'bytes of JavaScript').toBeLessThanOrEqual(most)
})
