import { formatPath } from '@hot/domain/url/paths'
import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { loadedHead, pageHead } from '#web/app/head/page-head.ts'
import { itemListJsonLd } from '#web/app/head/structured-data.ts'
import { formatsQuery } from '#web/entities/format/api.ts'
import { formatsSearch } from '#web/entities/format/search.ts'
import { FormatsPage, FormatsSkeleton } from '#web/features/formats/formats-page.tsx'
import { serverNow } from '#web/platform/device/server-clock.ts'

export const Route = createFileRoute('/formate/')({
  validateSearch: formatsSearch,
  loader: async ({ context: { queryClient } }) => {
    const { items } = await queryClient.ensureQueryData(formatsQuery)
    return {
      now: serverNow(),
      head: pageHead({
        title: 'Alle Formate',
        description:
          'Alle Reality-Formate mit nächster Folge, Sendern, Streaming und den heißesten Stars: was läuft, was kommt, was pausiert.',
        path: '/formate',
        jsonLd: import.meta.env.SSR
          ? itemListJsonLd(
              'Formate',
              items.map(({ name, slug }) => ({ name, path: formatPath(slug) })),
            )
          : undefined,
      }),
    }
  },
  head: loadedHead,
  component: FormatsRoute,
  pendingComponent: FormatsSkeleton,
})

function FormatsRoute() {
  const { now } = Route.useLoaderData()
  const { data } = useSuspenseQuery(formatsQuery)
  return <FormatsPage page={data} search={Route.useSearch()} now={now} />
}
