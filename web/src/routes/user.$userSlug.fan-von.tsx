import { memberPath } from '@hot/domain/url/paths'
import { partSearch } from '@hot/domain/url/search-param'
import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import { createFileRoute, getRouteApi, notFound } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { nextPartHref, profileFanOfQuery, profileQuery } from '#web/entities/member/api.ts'
import { StarGrid } from '#web/entities/star/star-card.tsx'
import { ListFooter } from '#web/ui/data/paged-list.tsx'
import { EmptyState } from '#web/ui/feedback/state.tsx'

const parent = getRouteApi('/user/$userSlug')

export const Route = createFileRoute('/user/$userSlug/fan-von')({
  validateSearch: partSearch,
  loaderDeps: ({ search }) => partSearch(search),
  loader: async ({ context: { queryClient }, params: { userSlug }, deps: { nach } }) => {
    const profile = await queryClient.ensureQueryData(profileQuery(userSlug))
    if (!profile) throw notFound()
    await queryClient.ensureInfiniteQueryData(profileFanOfQuery(profile.id, nach))
    return {
      head: pageHead({
        title: `Wovon ${profile.nickname} Fan ist`,
        description: `Die Lieblingsstars von ${profile.nickname} mit HoT-Score und Trend.`,
        path: memberPath(profile.slug, 'fan-von'),
        after: nach,
        image: profile.avatar_url,
        type: 'profile',
        noindex: !profile.listed || profile.fan_of === 0,
      }),
    }
  },
  head: loadedHead,
  component: FanOfTab,
})

function FanOfTab() {
  const { profile } = parent.useLoaderData()
  const list = useSuspenseInfiniteQuery(profileFanOfQuery(profile.id, Route.useLoaderDeps().nach))
  const stars = list.data.pages.flatMap((page) => page.items)
  if (stars.length === 0)
    return (
      <div className="mt-6">
        <EmptyState emoji="💔" title="Noch kein Herz vergeben." />
      </div>
    )
  return (
    <div className="mt-6">
      <StarGrid stars={stars} level={2} />
      <ListFooter list={list} href={nextPartHref(profile.slug, 'fan-von', list.data.pages.at(-1)?.next)} />
    </div>
  )
}
