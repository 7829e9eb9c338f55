import { SignJWT } from 'jose'
import { z } from 'zod'
import type { Session } from '../database/engine.ts'
import { refused } from './answers.ts'

/** Runs `work` as the caller of a request, after the checks that come before each of its requests. */
export type AsCaller = <T>(work: (session: Session) => Promise<T>) => Promise<T>

const VISIBLE_SQL = 'select name from storage.objects where bucket_id = $1 and name = any ($2::text[])'

/** Which of these objects the caller may see, by row-level security. */
const visible = (asCaller: AsCaller, bucket: string, names: readonly string[]): Promise<Set<string>> =>
  asCaller(async (session) => {
    const { rows } = await session.query(VISIBLE_SQL, [bucket, names])
    return new Set(rows.map(({ name }) => String(name)))
  })

const SIGN_MANY = /^\/storage\/v1\/object\/sign\/([^/]+)$/
const PUT = /^\/storage\/v1\/object\/(?!upload\/)([^/]+)\/(.+)$/
const asked = z.object({ expiresIn: z.int(), paths: z.array(z.string()) })

const HIDDEN = 'Either the object does not exist or you do not have access to it'

/** Links as lite signs and verifies them (`refuseByAddress`), one for each path (supabase/storage, getSignedURLs.ts). */
async function signMany(request: Request, bucket: string, secret: string, asCaller: AsCaller): Promise<Response> {
  const { expiresIn, paths } = asked.parse(await request.json())
  const seen = await visible(asCaller, bucket, paths)
  const key = new TextEncoder().encode(secret)
  const link = async (path: string) => {
    const token = new SignJWT({ sub: path, bucket, intent: 'download' }).setProtectedHeader({
      alg: 'HS256',
      typ: 'JWT',
    })
    const signed = await token.setIssuedAt().setExpirationTime(`${expiresIn}s`).sign(key)
    return { error: null, path, signedURL: `/object/sign/${bucket}/${path}?token=${signed}` }
  }
  const links = paths.map((path) => (seen.has(path) ? link(path) : { error: HIDDEN, path, signedURL: null }))
  return Response.json(await Promise.all(links))
}

/**
 * What lite has no way for: several signed links (its route for one object answers), and replacing an object that does
 * not exist (lite creates it). `request` is checked. Undefined: lite answers.
 */
export async function answerVisible(
  request: Request,
  secret: string,
  asCaller: AsCaller,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url)
  const many = request.method === 'POST' ? SIGN_MANY.exec(pathname)?.[1] : undefined
  if (many) return signMany(request, decodeURIComponent(many), secret, asCaller)
  const [, bucket, name] = (request.method === 'PUT' && PUT.exec(pathname)) || []
  if (bucket === undefined || name === undefined) return undefined
  // lite leaves what decodeURI leaves in the name, such as %23.
  const names = [decodeURI(name), decodeURIComponent(name)]
  if ((await visible(asCaller, decodeURIComponent(bucket), names)).size > 0) return undefined
  return refused('not_found', 'Object not found', '404')
}
