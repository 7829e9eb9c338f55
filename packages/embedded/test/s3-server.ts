import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { S3Options } from '../src/storage/s3-store.ts'

/** A small S3 in memory: one bucket, one key. It refuses as S3 does and checks every signature by itself. */
export type S3Server = {
  options: S3Options
  /** Keys of the objects. */
  keys(): string[]
  /** Makes an object older, or one of somebody else. */
  place(key: string, content: Buffer, at?: Date): void
  content(key: string): Buffer | undefined
  /** `away`: connections break off; `busy`: 503; `silent`: no answer. */
  fail(how: 'away' | 'busy' | 'silent' | undefined): void
  close(): Promise<void>
}

type Stored = { content: Buffer; at: Date }
type Answer = { status: number; body?: Buffer | string }

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const refusal = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>refused</Message></Error>`,
})

const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/**
 * What is wrong with a request's signature
 * (https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html).
 */
function forged(request: IncomingMessage, url: URL, body: Buffer, known: S3Options): Answer | undefined {
  const given = /^AWS4-HMAC-SHA256 Credential=(.+), SignedHeaders=(.+), Signature=(.+)$/.exec(
    request.headers.authorization ?? '',
  )
  const [, credential = '', signedHeaders = '', signature = ''] = given ?? []
  const [key, day = '', region, service, end] = credential.split('/')
  const when = String(request.headers['x-amz-date'])
  if (!given || service !== 's3' || end !== 'aws4_request' || !when.startsWith(day)) return refusal(403, 'AccessDenied')
  if (key !== known.key) return refusal(403, 'InvalidAccessKeyId')
  if (region !== known.region) return refusal(400, 'AuthorizationHeaderMalformed')
  if (sha256(body) !== request.headers['x-amz-content-sha256']) return refusal(400, 'XAmzContentSHA256Mismatch')
  const canonical = [
    request.method,
    url.pathname,
    [...url.searchParams]
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .sort()
      .join('&'),
    ...signedHeaders.split(';').map((name) => `${name}:${request.headers[name]}`),
    '',
    signedHeaders,
    sha256(body),
  ].join('\n')
  const scope = [day, region, service, end].join('/')
  const signingKey = [region, service, end].reduce(
    (last, part) => hmac(last, part ?? ''),
    hmac(`AWS4${known.secret}`, day),
  )
  const right = hmac(signingKey, ['AWS4-HMAC-SHA256', when, scope, sha256(canonical)].join('\n'))
  const same = signature.length === 64 && timingSafeEqual(right, Buffer.from(signature, 'hex'))
  return same ? undefined : refusal(403, 'SignatureDoesNotMatch')
}

/** Uploads in parts (https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html): stored when they are complete. */
function partial(uploads: Map<string, Map<number, Buffer>>, objects: Map<string, Stored>) {
  return (method: string | undefined, key: string, search: URLSearchParams, body: Buffer): Answer | undefined => {
    if (method === 'POST' && search.has('uploads')) {
      const id = `upload-${uploads.size + 1}`
      uploads.set(id, new Map())
      return {
        status: 200,
        body: `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      }
    }
    const id = search.get('uploadId')
    if (id === null) return undefined
    const parts = uploads.get(id)
    if (!parts) return refusal(404, 'NoSuchUpload')
    if (method === 'PUT') parts.set(Number(search.get('partNumber')), body)
    else uploads.delete(id)
    if (method !== 'POST') return { status: method === 'PUT' ? 200 : 204 }
    const content = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part))
    objects.set(key, { content, at: new Date() })
    return {
      status: 200,
      body: '<CompleteMultipartUploadResult><ETag>&quot;1&quot;</ETag></CompleteMultipartUploadResult>',
    }
  }
}

/** ListObjectsV2, in pages of at most two, so that readers have to ask again. */
function listed(objects: ReadonlyMap<string, Stored>, search: URLSearchParams): Answer {
  const after = search.get('continuation-token') ?? ''
  const prefix = search.get('prefix') ?? ''
  const rest = [...objects]
    .filter(([key]) => key > after && key.startsWith(prefix))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const page = rest.slice(0, Math.min(2, Number(search.get('max-keys'))))
  const contents = page.map(
    ([key, { content, at }]) =>
      `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><ETag>&quot;${sha256(content)}&quot;</ETag><Size>${content.length}</Size></Contents>`,
  )
  const more = rest.length > page.length
  const next = more ? `<NextContinuationToken>${page.at(-1)?.[0]}</NextContinuationToken>` : ''
  const body = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  return { status: 200, body }
}

/** Starts the server; `readOnly`: its key may write nothing. */
export async function startS3({ readOnly = false } = {}): Promise<S3Server> {
  const objects = new Map<string, Stored>()
  const inParts = partial(new Map(), objects)
  let failing: 'away' | 'busy' | 'silent' | undefined

  const answer = (request: IncomingMessage, body: Buffer): Answer => {
    const url = new URL(request.url ?? '/', options.endpoint)
    const wrong = forged(request, url, body, options)
    if (wrong) return wrong
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    if (bucket !== options.bucket) return refusal(404, 'NoSuchBucket')
    if (key === '') return listed(objects, url.searchParams)
    if (request.method === 'GET') {
      const found = objects.get(key)
      return found ? { status: 200, body: found.content } : refusal(404, 'NoSuchKey')
    }
    if (readOnly) return refusal(403, 'AccessDenied')
    const part = inParts(request.method, key, url.searchParams, body)
    if (part) return part
    if (request.method === 'PUT') objects.set(key, { content: body, at: new Date() })
    else objects.delete(key)
    return { status: request.method === 'PUT' ? 200 : 204 }
  }

  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    if (failing === 'silent') return
    if (failing === 'away') return void request.socket.destroy()
    const { status, body: content } = failing === 'busy' ? refusal(503, 'SlowDown') : answer(request, body)
    response.writeHead(status, { etag: '"1"' }).end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const options: S3Options = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'bilder-der-seite',
    region: 'eu-central-1',
    key: 'AKIDEXAMPLE',
    secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
    pathStyle: true,
    timeout: 2_000,
  }
  return {
    options,
    keys: () => [...objects.keys()],
    place: (key, content, at = new Date()) => void objects.set(key, { content, at }),
    content: (key) => objects.get(key)?.content,
    fail: (how) => {
      failing = how
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
