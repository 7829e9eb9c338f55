import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Contract, contractTargets, member } from './open-contract.ts'

/** What the official client offers beyond what the app uses. */
describe.each(contractTargets().filter(({ name }) => name !== 'Supabase'))("Storage's client on $name", ({ open }) => {
  let contract: Contract
  let png: Uint8Array<ArrayBuffer>
  beforeAll(async () => {
    contract = await open()
    const picture = sharp({ create: { width: 30, height: 20, channels: 3, background: '#33d' } })
    png = new Uint8Array(await picture.png().toBuffer())
  })
  afterAll(() => contract?.close())

  const statusOf = async (url: string | null | undefined) => (await contract.fetch(new Request(url ?? ''))).status

  test('uploads what a browser has: File, Blob and FormData', async () => {
    const { client, id } = await member(contract)
    const bucket = client.storage.from('bilder')
    const form = new FormData()
    form.append('datei', new File([png], 'a.png', { type: 'image/png' }))
    const sent: [string, File | Blob | FormData][] = [
      ['file', new File([png], 'x.png', { type: 'image/png' })],
      ['blob', new Blob([png], { type: 'image/png' })],
      ['form', form],
    ]
    for (const [name, body] of sent) {
      const up = await bucket.upload(`${id}/${name}.png`, body, { cacheControl: '60' })
      expect([up.error, up.data?.path], name).toEqual([null, `${id}/${name}.png`])
      const again = await bucket.update(`${id}/${name}.png`, body, { cacheControl: '120' })
      expect(again.error, name).toBeNull()
      const answer = await contract.fetch(new Request(bucket.getPublicUrl(`${id}/${name}.png`).data.publicUrl))
      expect([answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        'image/webp',
        'max-age=120',
      ])
      const link = await bucket.createSignedUploadUrl(`${id}/signed ${name}.png`)
      const signed = await bucket.uploadToSignedUrl(`${id}/signed ${name}.png`, link.data?.token ?? '', body)
      expect(signed.error, name).toBeNull()
    }
  })

  test('refuses a form without a file, and a file in a form that is no picture', async () => {
    const { client, id, token } = await member(contract)
    const page = new File(['<script>alert(1)</script>'], 'x.png', { type: 'image/png' })
    const up = await client.storage.from('bilder').upload(`${id}/x.png`, page)
    expect(up.error).toMatchObject({ statusCode: '415' })
    const send = async (body: BodyInit, type?: string) => {
      const headers = {
        apikey: contract.publishableKey,
        authorization: `Bearer ${token}`,
        ...(type && { 'content-type': type }),
      }
      const url = `${contract.url}/storage/v1/object/bilder/${id}/y.png`
      return (await contract.fetch(new Request(url, { method: 'POST', headers, body }))).status
    }
    const empty = new FormData()
    empty.append('datei', 'kein Bild')
    const injecting = new FormData()
    injecting.append('cacheControl', '60\r\nset-cookie: a=b')
    injecting.append('', new File([png], 'a.png'))
    expect(await send(empty)).toBe(400)
    expect(await send(injecting)).toBe(400)
    expect(await send('--x\r\nkaputt', 'multipart/form-data; boundary=x')).toBe(400)
    expect((await client.storage.from('bilder').list(id)).data).toEqual([])
  })

  test('signs several links at once, for what the caller may see only', async () => {
    const [anna, bert] = [await member(contract), await member(contract)]
    const own = anna.client.storage.from('privat')
    for (const name of ['a.png', 'b c.png']) expect((await own.upload(`${anna.id}/${name}`, png)).error).toBeNull()
    const paths = [`${anna.id}/a.png`, `${anna.id}/b c.png`, `${anna.id}/fehlt.png`]
    const { data } = await own.createSignedUrls(paths, 60)
    expect(data?.map(({ path, error }) => [path, error === null])).toEqual(paths.map((path, at) => [path, at < 2]))
    expect(await Promise.all((data ?? []).slice(0, 2).map(({ signedUrl }) => statusOf(signedUrl)))).toEqual([200, 200])
    expect(data?.[2]?.signedUrl).toBeNull()
    const foreign = await bert.client.storage.from('privat').createSignedUrls(paths, 60)
    expect(foreign.data?.map(({ signedUrl }) => signedUrl)).toEqual([null, null, null])
    await contract.service().auth.admin.signOut(anna.token, 'global')
    const ended = await own.createSignedUrls(paths, 60)
    expect([ended.data, ended.error === null]).toEqual([null, false])
  })

  test('tells whether an object exists, and what it is', async () => {
    const { client, id } = await member(contract)
    const bucket = client.storage.from('bilder')
    await bucket.upload(`${id}/a.png`, png, { cacheControl: '60' })
    expect((await bucket.exists(`${id}/a.png`)).data).toBe(true)
    expect((await bucket.exists(`${id}/fehlt.png`)).data).toBe(false)
    const { data } = await bucket.info(`${id}/a.png`)
    const stored = (await bucket.download(`${id}/a.png`)).data
    expect(data).toMatchObject({
      name: `${id}/a.png`,
      bucketId: 'bilder',
      size: stored?.size,
      contentType: 'image/webp',
      cacheControl: 'max-age=60',
      etag: expect.stringMatching(/^".+"$/),
    })
    expect(Number.isNaN(Date.parse(data?.lastModified ?? ''))).toBe(false)
  })

  test('copies under the name it answers, and replaces only what exists', async () => {
    const { client, id } = await member(contract)
    const bucket = client.storage.from('bilder')
    await bucket.upload(`${id}/a.png`, png)
    expect((await bucket.copy(`${id}/a.png`, `${id}/b.png`)).data).toEqual({ path: `bilder/${id}/b.png` })
    expect((await bucket.download(`${id}/b.png`)).error).toBeNull()
    expect((await bucket.update(`${id}/fehlt.png`, png)).error).toMatchObject({ statusCode: '404' })
    expect((await bucket.exists(`${id}/fehlt.png`)).data).toBe(false)
  })
})
