import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member, openOurs } from './open-contract.ts'
import { startS3 } from './s3-server.ts'

const picture = (width = 40, height = 20) => sharp({ create: { width, height, channels: 3, background: '#d33' } })

const own = contractTargets().filter(({ name }) => name !== 'Supabase')

/** The same on a bucket in place of the directory; the database makes no difference to it. */
const onBucket = {
  name: 'a bucket',
  open: async (): Promise<Contract> => {
    const s3 = await startS3()
    const contract = await openOurs({ s3: s3.options })
    return {
      ...contract,
      close: async () => {
        await contract.close()
        await s3.close()
      },
    }
  },
}

describe.each([...own, onBucket])('Storage on $name', ({ open }) => {
  let contract: Contract
  beforeAll(async () => {
    contract = await open()
  })
  afterAll(() => contract?.close())

  const fetchUrl = (url: string) => contract.fetch(new Request(url))

  test('stores a picture as WebP without metadata, readable for everybody', async () => {
    const { client, id } = await member(contract)
    const jpeg = await picture()
      .jpeg()
      .withExif({ IFD0: { Copyright: 'Geheimer Ort' } })
      .toBuffer()
    const up = await client.storage
      .from('bilder')
      .upload(`${id}/ich.jpg`, jpeg, { contentType: 'text/html', cacheControl: '60' })
    expect(up.error).toBeNull()
    const answer = await fetchUrl(client.storage.from('bilder').getPublicUrl(`${id}/ich.jpg`).data.publicUrl)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
    const bytes = Buffer.from(await answer.arrayBuffer())
    const stored = await sharp(bytes).metadata()
    expect([stored.format, stored.width, stored.height, stored.exif, stored.icc, stored.xmp]).toEqual([
      'webp',
      40,
      20,
      undefined,
      undefined,
      undefined,
    ])
    expect(bytes.includes('Geheimer Ort')).toBe(false)
    const [row] = (await client.storage.from('bilder').list(id)).data ?? []
    expect(row).toMatchObject({ metadata: { mimetype: 'image/webp', size: bytes.byteLength } })
  })

  test.each([
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), 'image/png'],
    ['an SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 'image/svg+xml'],
    ['a picture that is cut off', async () => (await picture(300, 300).png().toBuffer()).subarray(0, 200), 'image/png'],
    [
      'a bomb of 100 million pixels',
      () => picture(10_000, 10_000).png({ compressionLevel: 9 }).toBuffer(),
      'image/png',
    ],
  ])('refuses %s', async (_name, make, contentType) => {
    const { client, id } = await member(contract)
    const { error } = await client.storage.from('bilder').upload(`${id}/x.png`, await make(), { contentType })
    expect(error).toMatchObject({ statusCode: '415', message: expect.stringContaining('mime type') })
    expect((await client.storage.from('bilder').list(id)).data).toEqual([])
  })

  test('keeps only the picture of a file that is also HTML', async () => {
    const { client, id } = await member(contract)
    const polyglot = Buffer.concat([await picture().png().toBuffer(), Buffer.from('<script>alert(1)</script>')])
    await client.storage.from('bilder').upload(`${id}/p.png`, polyglot, { contentType: 'image/png' })
    const answer = await fetchUrl(client.storage.from('bilder').getPublicUrl(`${id}/p.png`).data.publicUrl)
    expect(await answer.text()).not.toContain('<script>')
  })

  test('follows the policies: own folder only, private stays private', async () => {
    const [anna, bert] = [await member(contract), await member(contract)]
    const png = await picture().png().toBuffer()
    expect((await bert.client.storage.from('bilder').upload(`${anna.id}/x.png`, png)).error).not.toBeNull()
    expect((await contract.guest().storage.from('bilder').upload(`${anna.id}/x.png`, png)).error).not.toBeNull()
    expect((await anna.client.storage.from('privat').upload(`${anna.id}/x.png`, png)).error).toBeNull()
    expect((await bert.client.storage.from('privat').download(`${anna.id}/x.png`)).error).not.toBeNull()
    expect((await contract.guest().storage.from('privat').download(`${anna.id}/x.png`)).error).not.toBeNull()
    expect((await anna.client.storage.from('privat').download(`${anna.id}/x.png`)).data?.type).toBe('image/webp')
    const signed = await anna.client.storage.from('privat').createSignedUrl(`${anna.id}/x.png`, 60)
    expect((await fetchUrl(signed.data?.signedUrl ?? '')).status).toBe(200)
    const forged = (signed.data?.signedUrl ?? '').replace(/token=[^.]+/, 'token=eyJhbGciOiJub25lIn0')
    expect((await fetchUrl(forged)).status).not.toBe(200)
    expect((await anna.client.storage.from('privat').remove([`${anna.id}/x.png`])).data).toHaveLength(1)
    expect((await anna.client.storage.from('privat').download(`${anna.id}/x.png`)).error).not.toBeNull()
  })

  test('lists the content of a folder by name, and folders without an id', async () => {
    const { client, id } = await member(contract)
    const png = await picture().png().toBuffer()
    for (const name of ['a.png', 'b.png', 'tief/c.png', 'tief/d.png'])
      expect((await client.storage.from('bilder').upload(`${id}/${name}`, png)).error).toBeNull()
    const list = async (folder: string) =>
      (await client.storage.from('bilder').list(folder)).data?.map((entry) => [entry.name, entry.id !== null])
    const inside = [
      ['a.png', true],
      ['b.png', true],
      ['tief', false],
    ]
    expect(await list(id)).toEqual(inside)
    expect(await list(`${id}/`)).toEqual(inside)
    expect(await list(`${id}/tief`)).toEqual([
      ['c.png', true],
      ['d.png', true],
    ])
    expect(await list(`${id}/leer`)).toEqual([])
  })

  test('keeps names with dots, umlauts and slashes', async () => {
    const { client, id } = await member(contract)
    const png = await picture().png().toBuffer()
    expect((await client.storage.from('bilder').upload(`${id}/../../flucht.png`, png)).error).not.toBeNull()
    expect((await client.storage.from('bilder').upload(`${id}/a/b c.png`, png)).error).toBeNull()
    expect((await client.storage.from('bilder').download(`${id}/a/b c.png`)).error).toBeNull()
  })
})

test('while the bucket does not answer, pictures are for later and the rest goes on', async () => {
  const s3 = await startS3()
  const lines: string[] = []
  const contract = await openOurs({ s3: { ...s3.options, timeout: 500 }, log: (line) => lines.push(line) })
  const { client, id } = await member(contract)
  const file = await picture().png().toBuffer()
  const pictures = client.storage.from('bilder')
  expect((await pictures.upload(`${id}/da.png`, file)).error).toBeNull()
  const url = pictures.getPublicUrl(`${id}/da.png`).data.publicUrl

  s3.fail('away')
  const refused = await contract.fetch(new Request(url))
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
  const { error } = await pictures.upload(`${id}/neu.png`, file)
  expect(error).toMatchObject({ statusCode: '503' })
  expect((await pictures.list(id)).data?.map(({ name }) => name)).toEqual(['da.png'])
  expect(lines.filter((line) => line.includes('S3 store'))).toHaveLength(1)

  s3.fail(undefined)
  expect((await contract.fetch(new Request(url))).status).toBe(200)
  expect((await pictures.upload(`${id}/neu.png`, file)).error).toBeNull()
  expect((await pictures.remove([`${id}/da.png`, `${id}/neu.png`])).error).toBeNull()
  expect(s3.keys()).toEqual([])
  await contract.close()
  await s3.close()
})
