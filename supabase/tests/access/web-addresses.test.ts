import { expect, test } from 'vitest'
import { addresses, noAddresses } from '../../../tests/support/oracles/web-address-cases.ts'
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

test(
  'the database and domain/ take the same addresses',
  harness(async (t) => {
    const { rows } = await t.owner('select a as address from unnest($1::text[]) a where private.is_web_address(a)', [
      [...addresses, ...noAddresses],
    ])
    expect(rows.map(({ address }) => address)).toEqual(addresses)
  }),
)

test(
  'a rumor takes no other source, by whatever way it comes',
  harness(async (t) => {
    const ways = [
      `select public.create_post(gen_random_uuid(), 'rumor', 'Wer zieht denn da ein?', 'Text', '{}', $1, null, null, 'show')`,
      `select public.update_post('${w.rumor}', 'Mandy zieht ins Sommerhaus', 'Text', '{}', $1, null, null, 'show')`,
    ]
    for (const address of noAddresses.filter((one) => one !== '' && !/[\p{Cc}\p{Cf}]/u.test(one)))
      for (const way of ways)
        expect([address, (await t.attempt('other', way, [address])).error?.hint]).toEqual([
          address,
          'source_url_invalid',
        ])
    // What turns letters is taken out before it is stored.
    await t.as('other', ways[1] ?? '', ['https://rtl.de/\u202egnp.exe'])
    expect(
      JSON.stringify(
        (
          await t.owner(
            'select source_url from public.post_rumors union all select source_url from private.post_revisions',
          )
        ).rows,
      ),
    ).not.toMatch(/\u202e/)
  }),
)
