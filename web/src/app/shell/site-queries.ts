import { queryOptions } from '@tanstack/react-query'
import { siteOperator } from '#web/lib/api/config/runtime-config.ts'
import { rpc } from '#web/lib/api/rpc/rpc.ts'
import { rememberFor } from './cached-answer.ts'
import { siteLinks } from './site-links.ts'

/** On the server every page asks for this; one answer serves them for a minute (browsers keep it by the query cache). */
const serverMemory = 60_000

const shellData = rememberFor(serverMemory, () => rpc('shell_data'))

/** What the footer shows on every page. The shell changes rarely, so it is fetched once per visit. */
export const shellQuery = queryOptions({
  queryKey: ['site', 'shell'],
  queryFn: ({ signal }) => (import.meta.env.SSR ? shellData() : rpc('shell_data', {}, signal)),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Social and store links of this installation. */
export const siteLinksQuery = queryOptions({
  queryKey: ['site', 'links'],
  queryFn: async () => siteLinks(await siteOperator()),
  staleTime: Number.POSITIVE_INFINITY,
})
