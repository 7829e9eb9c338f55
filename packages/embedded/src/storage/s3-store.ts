import { randomUUID } from 'node:crypto'
import { S3Client, S3Errors } from '@bradenmacdonald/s3-lite-client'
import { StartError } from '../directory/start-error.ts'
import { inTime } from '../in-time.ts'
import { words } from '../words.ts'
import { type FileStore, FilesAway, keysOf, placeOf, sealed, unsealed } from './file-store.ts'

/** A bucket of Amazon S3 or of anything that speaks its protocol. */
export type S3Options = {
  /** Origin, e.g. `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  /** For this installation alone: files that it does not know are removed once a day. */
  bucket: string
  region: string
  key: string
  secret: string
  /** Whether the bucket is in the path of addresses, not in the host's name. */
  pathStyle: boolean
  /** In ms; for one request. Default: 10,000. */
  timeout?: number | undefined
}

const TIMEOUT_MS = 10_000

/** Other objects in the bucket are not ours to remove. */
const OUR_FILE = /^[0-9a-f]{2}\/([0-9a-f]{64})$/

const isRefusal = (error: unknown) => error instanceof S3Errors.ServerError && error.statusCode < 500

const isMissing = (error: unknown) =>
  error instanceof S3Errors.ServerError && error.statusCode === 404 && error.code !== 'NoSuchBucket'

/** Codes of https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html, and what is to be done. */
const causes: Readonly<Record<string, (options: S3Options) => string>> = {
  NoSuchBucket: ({ endpoint, bucket }) => words.start.noSuchBucket(endpoint, bucket),
  InvalidAccessKeyId: ({ endpoint }) => words.start.unknownKey(endpoint),
  SignatureDoesNotMatch: ({ endpoint }) => words.start.wrongSecret(endpoint),
  AccessDenied: ({ endpoint, bucket }) => words.start.bucketDenied(endpoint, bucket),
  AuthorizationHeaderMalformed: ({ endpoint, region }) => words.start.otherRegion(endpoint, region),
  UnexpectedRedirect: ({ endpoint, region }) => words.start.otherRegion(endpoint, region),
  RequestTimeTooSkewed: ({ endpoint }) => words.start.otherClock(endpoint),
}

/** The system's code of a failed connection (`ECONNREFUSED`), which fetch has as the cause of its error. */
function networkCode(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error && 'code' in cause ? String(cause.code) : undefined
}

/** Why a bucket cannot be used, in a sentence for the operator. */
export function bucketProblem(error: unknown, options: S3Options): string {
  if (!(error instanceof S3Errors.S3Error)) return words.start.bucketAway(options.endpoint, networkCode(error))
  const code = error instanceof S3Errors.ServerError ? error.code : error.name
  return causes[code]?.(options) ?? words.start.bucketRefused(options.endpoint, code)
}

const startError = (error: unknown, options: S3Options): StartError =>
  new StartError(
    error instanceof S3Errors.S3Error ? 'files_refused' : 'files_unreachable',
    bucketProblem(error, options),
    error,
  )

/** Its client. Throws S3Error when the options cannot be used. */
export const bucketClient = ({
  endpoint: endPoint,
  bucket,
  region,
  key: accessKey,
  secret: secretKey,
  pathStyle,
}: S3Options) => new S3Client({ endPoint, bucket, region, accessKey, secretKey, pathStyle })

/** Lists, writes, reads and removes once, so that a missing right shows at the start and not at an upload. */
async function checkAccess(client: S3Client, timed: <T>(work: Promise<T>) => Promise<T>): Promise<void> {
  const name = `start-check/${randomUUID()}`
  await timed(client.listObjects({ maxResults: 1 }).next())
  await timed(client.putObject(name, 'ok'))
  await timed(client.getObject(name).then((answer) => answer.text()))
  await timed(client.deleteObject(name))
}

/**
 * Files in a bucket, which several processes and machines may share. S3 acknowledges a write once it is stored, and
 * what was written is what the next request reads. Throws StartError if the bucket cannot be used.
 */
export async function openS3Store(options: S3Options, log: (line: string) => void): Promise<FileStore> {
  const timed = <T>(work: Promise<T>) =>
    inTime(work, options.timeout ?? TIMEOUT_MS, () => new Error('No answer in time.'))
  let isAway = false

  /** Every request may be repeated. One that fails twice without being refused is reported once per outage. */
  async function ask<T>(request: () => Promise<T>): Promise<T> {
    try {
      const answer = await timed(request()).catch((error: unknown) => {
        if (isRefusal(error)) throw error
        return timed(request())
      })
      isAway = false
      return answer
    } catch (error) {
      if (isMissing(error)) throw error
      const reason = error instanceof S3Errors.ServerError ? error.code : networkCode(error)
      if (!isAway) log(words.log.filesAway(reason))
      isAway = true
      throw new FilesAway(error)
    }
  }

  let client: S3Client
  try {
    client = bucketClient(options)
    await checkAccess(client, timed)
  } catch (error) {
    throw startError(error, options)
  }

  return {
    get: async (ofBucket, name) => {
      try {
        const place = placeOf(ofBucket, name)
        return unsealed(Buffer.from(await ask(async () => (await client.getObject(place)).arrayBuffer())))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },
    put: async (ofBucket, name, file) => {
      const content = sealed(file)
      await ask(() => client.putObject(placeOf(ofBucket, name), content))
    },
    remove: (ofBucket, name) => ask(() => client.deleteObject(placeOf(ofBucket, name))),
    keepOnly: async (objects, before) => {
      const named = keysOf(objects)
      let removed = 0
      for await (const { key, lastModified } of client.listObjects()) {
        const [, ours] = OUR_FILE.exec(key) ?? []
        if (!ours || named.has(ours) || lastModified >= before) continue
        await ask(() => client.deleteObject(key))
        removed++
      }
      return removed
    },
  }
}
