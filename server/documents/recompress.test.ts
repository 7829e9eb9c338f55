import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { recompressor, worthAfter } from './recompress.ts'
import { sendDocument, storeDocument } from './stored-document.ts'

const text = Array.from(
  { length: 3_000 },
  (_, n) => `<li class="row row-${n % 7}">Eintrag ${(n * 7919) % 1013}</li>`,
).join('')
const page = () => storeDocument(new Response(text, { headers: { 'content-type': 'text/html' } }))
const lengthOf = async (document: Awaited<ReturnType<typeof page>>) => {
  const answer = await sendDocument(document, { method: 'GET', encoding: 'br' }, 'hit')
  const body = Buffer.from(await answer.arrayBuffer())
  expect(brotliDecompressSync(body).toString()).toBe(text)
  expect(answer.headers.get('content-length')).toBe(String(body.length))
  return body.length
}

it('a page that is read often gets smaller, one that is not stays as it is', async () => {
  const improve = recompressor()
  const [often, seldom] = [await page(), await page()]
  const usual = await lengthOf(often)
  await lengthOf(seldom)
  for (let n = 1; n < worthAfter; n++) await improve(often)
  expect(await lengthOf(often)).toBe(usual)
  await improve(often)
  await improve(seldom)
  expect(await lengthOf(often)).toBeLessThan(usual * 0.95)
  expect(await lengthOf(seldom)).toBe(usual)
})

it('takes a tenth of a core: one page at a time, and nine times as long none', async () => {
  let now = 0
  const rests: { ms: number; then: () => void }[] = []
  const compressed: unknown[] = []
  const improve = recompressor({
    compress: async (body) => {
      now += 200
      compressed.push(body)
      return body
    },
    clock: () => now,
    rest: (ms, then) => rests.push({ ms, then }),
  })
  const pages = [await page(), await page()]
  const readAll = async () => {
    for (let n = 0; n < 3 * worthAfter; n++) await Promise.all(pages.map(improve))
  }
  await readAll()
  expect(compressed).toEqual([pages[0]?.body])
  expect(rests.map(({ ms }) => ms)).toEqual([1_800])
  rests[0]?.then()
  await readAll()
  expect(compressed).toEqual(pages.map(({ body }) => body))
  // None a second time.
  rests[1]?.then()
  await readAll()
  expect(compressed).toHaveLength(2)
})

it('keeps what there is when the smaller one is not smaller, and when compressing fails', async () => {
  const document = await page()
  const usual = await lengthOf(document)
  const larger = recompressor({ compress: async (body) => body, rest: () => {} })
  for (let n = 0; n < worthAfter; n++) await larger(document)
  expect(await lengthOf(document)).toBe(usual)
  const failing = recompressor({ compress: () => Promise.reject(new Error('no memory')), rest: () => {} })
  for (let n = 1; n < worthAfter; n++) await failing(document)
  await expect(failing(document)).rejects.toThrow('no memory')
  expect(await lengthOf(document)).toBe(usual)
})
