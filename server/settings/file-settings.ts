import type { BackendOptions } from '@hot/embedded'
import { readOrigin } from './backend-settings.ts'
import { type Environment, valuesOf } from './environment.ts'

/** Where uploaded pictures are kept; without a bucket they are in the data directory. */
export type FileSettings = Pick<BackendOptions, 's3'>
type Bucket = NonNullable<FileSettings['s3']>

const needed = ['ENDPOINT', 'BUCKET', 'KEY', 'SECRET'] as const
const optional = ['REGION', 'PATH_STYLE'] as const

/** What most servers but Amazon's own expect. */
const USUAL_REGION = 'us-east-1'

/** Reads a bucket for `what` ("Bilder") from variables that begin with `prefix`; undefined when none is set. */
export function readBucket(env: Environment, prefix: string, what: string, problems: string[]): Bucket | undefined {
  const read = valuesOf(env)
  const value = (name: (typeof needed | typeof optional)[number]) => read(prefix + name)
  if (![...needed, ...optional].some((name) => value(name))) return undefined

  const missing = needed.filter((name) => !value(name)).map((name) => prefix + name)
  if (missing.length > 0) problems.push(`Für ${what} in einem S3-Speicher fehlt: ${missing.join(', ')}.`)
  const endpoint = readOrigin(`${prefix}ENDPOINT`, value('ENDPOINT'), problems)
  const pathStyle = value('PATH_STYLE') ?? '1'
  if (pathStyle !== '0' && pathStyle !== '1') problems.push(`${prefix}PATH_STYLE muss 0 oder 1 sein: »${pathStyle}«.`)

  const [bucket, key, secret] = [value('BUCKET'), value('KEY'), value('SECRET')]
  if (!endpoint || !bucket || !key || !secret) return undefined
  return { endpoint, bucket, region: value('REGION') ?? USUAL_REGION, key, secret, pathStyle: pathStyle === '1' }
}

/** Reads the bucket for pictures; one German line for each wrong value. */
export function readFileSettings(env: Environment): FileSettings & { problems: string[] } {
  const problems: string[] = []
  const s3 = readBucket(env, 'HOT_S3_', 'Bilder', problems)
  const isNamed = s3 !== undefined || problems.length > 0
  if (isNamed && valuesOf(env)('SUPABASE_URL'))
    problems.push('Mit SUPABASE_URL liegen die Bilder im Supabase-Projekt: Lass HOT_S3_… weg.')
  return s3 ? { problems, s3 } : { problems }
}
