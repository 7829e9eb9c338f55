import type { BackendOptions } from '@hot/embedded'
import { readOrigin } from './backend-settings.ts'
import { type Environment, valuesOf } from './environment.ts'

/** Where uploaded pictures are kept; without a bucket they are in the data directory. */
export type FileSettings = Pick<BackendOptions, 's3'>

const needed = ['HOT_S3_ENDPOINT', 'HOT_S3_BUCKET', 'HOT_S3_KEY', 'HOT_S3_SECRET'] as const
const optional = ['HOT_S3_REGION', 'HOT_S3_PATH_STYLE'] as const

/** What most servers but Amazon's own expect. */
const USUAL_REGION = 'us-east-1'

/** Reads the bucket for pictures; one German line for each wrong value. */
export function readFileSettings(env: Environment): FileSettings & { problems: string[] } {
  const value = valuesOf(env)
  const problems: string[] = []
  if (![...needed, ...optional].some((name) => value(name))) return { problems }
  if (value('SUPABASE_URL')) problems.push('Mit SUPABASE_URL liegen die Bilder im Supabase-Projekt: Lass HOT_S3_… weg.')

  const missing = needed.filter((name) => !value(name))
  if (missing.length > 0) problems.push(`Für Bilder in einem S3-Speicher fehlt: ${missing.join(', ')}.`)
  const endpoint = readOrigin('HOT_S3_ENDPOINT', value('HOT_S3_ENDPOINT'), problems)
  const pathStyle = value('HOT_S3_PATH_STYLE') ?? '1'
  if (pathStyle !== '0' && pathStyle !== '1') problems.push(`HOT_S3_PATH_STYLE muss 0 oder 1 sein: »${pathStyle}«.`)

  const [bucket, key, secret] = [value('HOT_S3_BUCKET'), value('HOT_S3_KEY'), value('HOT_S3_SECRET')]
  if (!endpoint || !bucket || !key || !secret) return { problems }
  const region = value('HOT_S3_REGION') ?? USUAL_REGION
  return { problems, s3: { endpoint, bucket, region, key, secret, pathStyle: pathStyle === '1' } }
}
