import { expect, test } from 'vitest'
import { useHarness } from '../support/harness.ts'
import { createWorld, world as w } from '../support/world.ts'

const harness = useHarness(createWorld)

const links = [
  ['broadcasters', 'website_url', w.broadcaster],
  ['streaming_providers', 'website_url', w.provider],
  ['formats', 'streaming_url', w.format],
  ['news', 'url', w.news],
  ['star_social_accounts', 'url', w.socialAccount],
] as const
const pictures = [
  ['stars', 'avatar_url', w.star],
  ['news', 'image_url', w.news],
] as const

const noLinks = [
  'javascript:alert(1)',
  'data:text/html,x',
  '//example.org',
  'https://',
  'https://nutzer:wort@example.org/',
  'https://?x',
  `https://example.org/${' '.repeat(2000)}`,
]
const noPictures = [
  ...noLinks,
  'http://example.org/a.webp',
  'https://example.org/a.webp',
  '/storage/v1/object/public/pictures/stars/x.webp',
]

const cases = [
  ...links.map((place) => [...place, noLinks] as const),
  ...pictures.map((place) => [...place, noPictures] as const),
]

test.each(cases)(
  '%s.%s takes no hostile address from staff, also not in a row written directly',
  (table, column, row, bad) =>
    harness(async (t) => {
      const write = (address: string) =>
        t.attempt('admin', `update public.${table} set ${column} = $1 where id = $2`, [address, row])
      for (const address of bad)
        expect({ address, code: (await write(address)).error?.code }).toEqual({ address, code: '23514' })
      if (bad === noLinks) expect((await write('https://example.org/seite?x=1')).affected).toBe(1)
    })(),
)

test(
  'an old address is kept, and its row can be changed',
  harness(async (t) => {
    await t.owner(`update public.stars set avatar_url = 'https://example.org/a.webp' where id = '${w.star}'`)
    const { affected } = await t.as(
      'moderator',
      `update public.stars set bio = 'Neu', avatar_url = avatar_url where id = '${w.star}'`,
    )
    expect(affected).toBe(1)
  }),
)
