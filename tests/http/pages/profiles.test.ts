import { expect, test } from 'vitest'
import { openPage } from '../../support/site/page.ts'
import { busiestMember } from '../../support/site/public-data.ts'
import { site } from '../../support/site/requests.ts'

/** The page size of the interface. */
const pageSize = 20

test('comments and favourites of a profile go on by a link', async () => {
  const talker = await busiestMember(site, 'comments')
  const first = await openPage(`/user/${talker.slug}/kommentare`)
  expect(first.texts('.lg\\:col-span-8 > ul > li')).toHaveLength(pageSize)
  const second = await first.follow('Mehr laden')
  expect(second.path).toMatch(new RegExp(`/user/${talker.slug}/kommentare\\?nach=`))
  expect(second.texts('.lg\\:col-span-8 > ul > li')).toHaveLength(Math.min(pageSize, talker.comments - pageSize))
  const fan = await busiestMember(site, 'fan_of')
  const stars = await openPage(`/user/${fan.slug}/fan-von`)
  expect(stars.texts('article h2')).toHaveLength(pageSize)
  expect((await stars.follow('Mehr laden')).texts('article h2')).toHaveLength(fan.fan_of - pageSize)
})
