import type { RpcAnswer, RpcName } from '@hot/domain/contract/rpcs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { onTestFinished, vi } from 'vitest'
import { render } from 'vitest-browser-react'

type Given = Record<string, string>
/** The backend's answers by function name; a Response stands for a refusal. */
export type Answers = {
  [Name in RpcName]?: (given: Given) => RpcAnswer<Name> | Response | Promise<RpcAnswer<Name> | Response>
}

const config = { supabaseUrl: '', publishableKey: 'key', siteUrl: 'https://hot.example', site: {} }

/** Replaces the network until the test ends; requests without an answer get a 404. */
function standIn(answers: Answers): void {
  const answer = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input, location.href)
    if (pathname === '/config.json') return Response.json(config)
    const name = /\/rpc\/(\w+)$/.exec(pathname)?.[1] as RpcName | undefined
    const asked = name && answers[name]
    if (!asked) return Response.json({ message: `no answer for ${pathname}` }, { status: 404 })
    const given: Given = init?.body ? JSON.parse(String(init.body)) : Object.fromEntries(searchParams)
    const said = await asked(given)
    return said instanceof Response ? said : Response.json(said)
  }
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(answer)
  onTestFinished(() => fetched.mockRestore())
}

/** Renders a part of the app with everything it needs: queries, a router, and a stub backend. `address`: where it stands. */
export async function show(part: ReactNode, answers: Answers = {}, address = '/impressum') {
  standIn(answers)
  const root = createRootRoute({
    component: () => (
      <>
        {part}
        <Outlet />
      </>
    ),
  })
  const anywhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null })
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({ routeTree: root.addChildren([anywhere]), history })
  const client = new QueryClient({ defaultOptions: { queries: { retryDelay: 0 } } })
  const screen = await render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  )
  return { screen, address: () => history.location.pathname + history.location.search }
}
