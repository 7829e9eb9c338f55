import { chartEntries } from '@hot/domain/chart/entries'
import { chartsPage } from '@hot/domain/contract/chart'
import { type PostPage, postPage } from '@hot/domain/contract/post'
import { starPage } from '@hot/domain/contract/star'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { exampleOf } from '../../tests/support/example-of.ts'
import type { PublicRpc } from '../link/backend-watch.ts'
import { openPictures } from './og-pictures.ts'

const id = '7c9e6679-7425-40de-944b-e07fc1f90ae7'
const at = '2026-11-21T10:00:00+00:00'
const rumor = exampleOf(postPage, {
  id,
  type: 'rumor',
  title: 'Zieht Mandy ins Sommerhaus?',
  slug: 'zieht-mandy-ins-sommerhaus',
  created_at: at,
  comments: 3,
  votes: 100,
  rumor: { status: 'unverified', agree: 62, disagree: 38 },
})
const star = exampleOf(starPage, {
  id,
  slug: 'mandy',
  first_name: 'Mandy',
  last_name: 'Pfefferkorn',
  hot_score: 94.2,
  votes: 12,
  rank: 1,
})

/** Pictures drawn from these answers of RPCs; all other RPCs answer null. */
function open(answers: Record<string, unknown>, ask = async () => new Response(null, { status: 404 })) {
  const asked: string[] = []
  const rpc: PublicRpc = async (name, schema) => {
    asked.push(name)
    return schema.parse(answers[name] ?? null)
  }
  return { draw: openPictures({ rpc, ask, backendUrl: 'http://backend' }), asked }
}

const openPost = (post: PostPage) =>
  open({ post_path: { id, type: post.type, slug: post.slug, created_at: at }, post_page: post }).draw

/** Grey levels, row by row. */
async function pixelsOf(response: Response) {
  const image = sharp(Buffer.from(await response.arrayBuffer()))
  const { format } = await image.metadata()
  const { data, info } = await image.greyscale().raw().toBuffer({ resolveWithObject: true })
  return {
    format,
    data,
    width: info.width,
    height: info.height,
    at: (x: number, y: number) => data[y * info.width + x],
  }
}

const differing = (a: Buffer, b: Buffer) => a.reduce((sum, level, index) => sum + (level === b[index] ? 0 : 1), 0)

describe('a picture of a post', () => {
  it('is a PNG of the size in the page head, which caches must revalidate', async () => {
    const response = await openPost(rumor)('post', id)
    expect(response.headers.get('content-type')).toBe('image/png')
    expect(response.headers.get('cache-control')).toBe('public, no-cache')
    expect(await pixelsOf(response)).toMatchObject({ format: 'png', width: 1200, height: 630 })
  })

  it('shows the status of a rumor: each one looks different where the stamp is', async () => {
    const stamps = await Promise.all(
      (['unverified', 'verified', 'debunked'] as const).map(async (status) => {
        const post: PostPage = { ...rumor, rumor: { status, agree: 62, disagree: 38 } }
        const png = Buffer.from(await (await openPost(post)('post', id)).arrayBuffer())
        return sharp(png).extract({ left: 800, top: 40, width: 380, height: 90 }).greyscale().raw().toBuffer()
      }),
    )
    const [unverified, verified, debunked] = stamps as [Buffer, Buffer, Buffer]
    for (const [one, other] of [
      [unverified, verified],
      [verified, debunked],
      [unverified, debunked],
    ] as const)
      expect(differing(one, other)).toBeGreaterThan(2_000)
  })

  it('says that the person concerned has answered', async () => {
    const [without, beside] = await Promise.all(
      [false, true].map(async (has_statement) => {
        const png = Buffer.from(await (await openPost({ ...rumor, has_statement })('post', id)).arrayBuffer())
        return sharp(png).extract({ left: 500, top: 540, width: 600, height: 80 }).greyscale().raw().toBuffer()
      }),
    )
    expect(differing(without as Buffer, beside as Buffer)).toBeGreaterThan(1_000)
  })

  it.each([
    ['140 wide letters', 'W'.repeat(140)],
    ['140 letters in words', 'Überraschung '.repeat(11).slice(0, 140)],
    ['emoji', '🔥 '.repeat(46)],
    ['Hebrew', 'שלום עולם '.repeat(14)],
    ['Arabic and Latin', 'مرحبا abc '.repeat(14)],
  ])('leaves its margins free with %s', async (_, title) => {
    const { at: level, height } = await pixelsOf(await openPost({ ...rumor, title })('post', id))
    const paper = level(2, 2)
    for (let y = 0; y < height; y += 1) for (const x of [8, 40, 1150, 1192]) expect(level(x, y)).toBe(paper)
    // Between title and bar, where an extra line would be.
    for (let x = 70; x < 1130; x += 1) expect(level(x, 404)).toBe(paper)
  })

  it('does not exist for posts no guest may see, or invalid ids', async () => {
    const { draw } = open({})
    expect((await draw('post', id)).status).toBe(404)
    expect((await draw('post', 'x')).status).toBe(404)
    expect((await draw('member', id)).status).toBe(404)
  })
})

describe('a picture of a star', () => {
  it('shows the photo from our own storage in place of the initials', async () => {
    const photo = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0000ff' } })
      .webp()
      .toBuffer()
    const asked: string[] = []
    const ask = async (request: Request) => {
      asked.push(request.url)
      return new Response(new Uint8Array(photo), { headers: { 'content-type': 'image/webp' } })
    }
    const page = { ...star, avatar_url: '/storage/v1/object/public/avatars/mandy.webp' }
    const rpc: PublicRpc = async (_, schema) => schema.parse(page)
    const response = await openPictures({ rpc, ask, backendUrl: 'http://backend' })('star', 'mandy')
    const { data } = await sharp(Buffer.from(await response.arrayBuffer()))
      .extract({ left: 200, top: 300, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    expect(data[2]).toBeGreaterThan(240)
    expect(data[0]).toBeLessThan(20)
    expect(asked).toEqual(['http://backend/storage/v1/object/public/avatars/mandy.webp'])
  })

  it.each([
    'https://evil.example/a.png',
    '//evil.example/a.png',
    'http://backend.evil.example/storage/v1/object/public/x',
    '/rest/v1/profiles',
    '/storage/v1/object/public/../../../rest/v1/profiles',
    'file:///etc/passwd',
  ])('never requests %s', async (address) => {
    const { draw } = open({ star_page: { ...star, avatar_url: address } }, () => {
      throw new Error('asked')
    })
    expect((await draw('star', 'mandy')).status).toBe(200)
  })

  it('falls back to initials when the file is not a picture', async () => {
    const page = { ...star, avatar_url: '/storage/v1/object/public/avatars/x.webp' }
    const { draw } = open({ star_page: page }, async () => new Response('<svg/>'))
    expect((await draw('star', 'mandy')).status).toBe(200)
  })
})

describe('a picture of a chart', () => {
  const empty = {
    ...Object.fromEntries(Object.keys(chartsPage.shape).map((chart) => [chart, []])),
    waiting: { votes: 0, needed: 5, from: null },
  }

  it.each(chartEntries.map((chart) => chart.id))('%s exists even while it is empty', async (key) => {
    expect((await open({ charts_page: empty }).draw('chart', key)).status).toBe(200)
  })

  it('makes no request for an unknown chart', async () => {
    const { draw, asked } = open({ charts_page: empty })
    expect((await draw('chart', 'toString')).status).toBe(404)
    expect(asked).toEqual([])
  })
})
