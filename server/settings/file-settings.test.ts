import { expect, test } from 'vitest'
import { readFileSettings } from './file-settings.ts'

const whole = {
  HOT_S3_ENDPOINT: 'https://fsn1.example.org',
  HOT_S3_BUCKET: 'bilder',
  HOT_S3_KEY: 'schlüssel',
  HOT_S3_SECRET: 'geheim',
}
const s3 = {
  endpoint: 'https://fsn1.example.org',
  bucket: 'bilder',
  region: 'us-east-1',
  key: 'schlüssel',
  secret: 'geheim',
  pathStyle: true,
}

test('pictures are in the data directory, or in a bucket', () => {
  expect(readFileSettings({})).toEqual({ problems: [] })
  expect(readFileSettings(whole)).toEqual({ problems: [], s3 })
  expect(readFileSettings({ ...whole, HOT_S3_REGION: 'fsn1', HOT_S3_PATH_STYLE: '0' })).toEqual({
    problems: [],
    s3: { ...s3, region: 'fsn1', pathStyle: false },
  })
})

test.for([
  [{ ...whole, HOT_S3_SECRET: '' }, 'Für Bilder in einem S3-Speicher fehlt: HOT_S3_SECRET.'],
  [{ HOT_S3_REGION: 'fsn1' }, 'fehlt: HOT_S3_ENDPOINT, HOT_S3_BUCKET, HOT_S3_KEY, HOT_S3_SECRET.'],
  [{ ...whole, HOT_S3_ENDPOINT: 'fsn1.example.org' }, 'HOT_S3_ENDPOINT muss eine Adresse'],
  [{ ...whole, HOT_S3_ENDPOINT: 'https://example.org/bilder' }, 'HOT_S3_ENDPOINT muss eine Adresse'],
  [{ ...whole, HOT_S3_PATH_STYLE: 'ja' }, 'HOT_S3_PATH_STYLE muss 0 oder 1 sein: »ja«.'],
  [{ ...whole, SUPABASE_URL: 'https://x.supabase.co' }, 'Lass HOT_S3_… weg.'],
] as const)('%o: %s', ([env, line]) => {
  expect(readFileSettings(env).problems).toEqual([expect.stringContaining(line)])
})
