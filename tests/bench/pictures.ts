/** Bytes of /stars when every star has a picture: on the first view, and once all 24 cards have been seen. */
import fs from 'node:fs'
import path from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { abstractPicture } from './abstract-picture.ts'
import type { BenchServer } from './server.ts'

const bucket = 'bench'
const cards = 24

/** Requests with the server's secret key, bypassing row-level security. */
function asService({ url, dataDir }: BenchServer) {
  const secrets = fs.readFileSync(path.join(dataDir, 'secrets.json'), 'utf8')
  const { secretKey } = JSON.parse(secrets) as { secretKey: string }
  return async (pathname: string, method: string, body: BodyInit, type = 'application/json') => {
    const headers = { apikey: secretKey, 'content-type': type }
    const answer = await fetch(url + pathname, { method, headers, body })
    if (!answer.ok) throw new Error(`${method} ${pathname}: ${answer.status} ${await answer.text()}`)
    await answer.body?.cancel()
  }
}

/** Uploads one picture per star through the storage service, as staff would. */
async function givePictures(server: BenchServer): Promise<void> {
  const send = asService(server)
  const config = await fetch(`${server.url}/config.json`)
  const { publishableKey } = (await config.json()) as { publishableKey: string }
  const list = await fetch(`${server.url}/rest/v1/stars?select=id&order=id`, { headers: { apikey: publishableKey } })
  const stars = (await list.json()) as { id: string }[]
  await send('/storage/v1/bucket', 'POST', JSON.stringify({ id: bucket, name: bucket, public: true }))
  for (const [index, { id }] of stars.entries()) {
    const picture = new Uint8Array(await abstractPicture(index))
    await send(`/storage/v1/object/${bucket}/${id}.webp`, 'POST', picture, 'image/webp')
    const avatar_url = `/storage/v1/object/public/${bucket}/${id}.webp`
    await send(`/rest/v1/stars?id=eq.${id}`, 'PATCH', JSON.stringify({ avatar_url }))
  }
}

type Weight = { type: string; bytes: number }

/** Bytes on the wire with headers, by kind of resource, as they arrive. */
async function weigh(session: CDPSession): Promise<Map<string, Weight>> {
  const weights = new Map<string, Weight>()
  session.on('Network.responseReceived', ({ requestId, type }) => weights.set(requestId, { type, bytes: 0 }))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const weight = weights.get(requestId)
    if (weight) weight.bytes = encodedDataLength
  })
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  return weights
}

function say(when: string, weights: Map<string, Weight>): void {
  const kilobytes = (type?: string) => {
    const counted = [...weights.values()].filter((weight) => !type || weight.type === type)
    return (counted.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(1)
  }
  const pictures = [...weights.values()].filter(({ type }) => type === 'Image').length
  console.info(
    `${when.padEnd(16)} ${kilobytes()} kB in ${weights.size} requests: script ${kilobytes('Script')}, document ${kilobytes('Document')}, font ${kilobytes('Font')}, ${pictures} pictures ${kilobytes('Image')}`,
  )
}

async function seeAllCards(page: Page): Promise<void> {
  const card = page.locator('.star-card')
  for (let index = 0; index < cards; index++) await card.nth(index).scrollIntoViewIfNeeded()
  await page.waitForLoadState('networkidle')
}

export async function benchPictures(server: BenchServer): Promise<void> {
  await givePictures(server)
  const executablePath = process.env.CHROME_PATH ?? '/usr/bin/chromium'
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  try {
    const page = await browser.newPage({
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
    })
    const weights = await weigh(await page.context().newCDPSession(page))
    await page.goto(`${server.url}/stars`, { waitUntil: 'networkidle' })
    say('/stars, at first', weights)
    await seeAllCards(page)
    say('all cards seen', weights)
  } finally {
    await browser.close()
  }
}
