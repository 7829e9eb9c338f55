import { type AuthHandler, inAuth } from '../auth-context.ts'
import { userJson } from './user-row.ts'
import { usersPage } from './users.ts'

const MAX_PAGE = 1000

/** `GET /admin/users?page=&per_page=`, newest first, with GoTrue's `x-total-count` and `link` headers. */
export const adminList: AuthHandler = async (context, call) => {
  const number = (name: string, fallback: number) =>
    Math.max(1, Number.parseInt(call.url.searchParams.get(name) ?? '', 10) || fallback)
  const [page, perPage] = [number('page', 1), Math.min(MAX_PAGE, number('per_page', 50))]
  const { users, total } = await inAuth(context, (session) => usersPage(session, perPage, (page - 1) * perPage))
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (to: number, rel: string) => `</auth/v1/admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return Response.json(
    { users: users.map(userJson), aud: 'authenticated' },
    { headers: { 'x-total-count': String(total), link: links.join(', ') } },
  )
}
