import { expect, test } from 'vitest'
import { readCdnSettings } from './cdn-settings.ts'

const whole = {
  HOT_CDN: 'on',
  HOT_CDN_PURGE_URL: 'http://127.0.0.1:8081/',
  HOT_CDN_PURGE_TOKEN: 'ein-langes-geheimnis',
}

test('a cache in front is an addition, told to forget by path or by tag', () => {
  expect(readCdnSettings({})).toEqual({ problems: [] })
  expect(readCdnSettings({ HOT_CDN: 'on' })).toEqual({ problems: [], cdn: { purge: undefined } })
  const purge = { url: 'http://127.0.0.1:8081', token: 'ein-langes-geheimnis', by: 'path' }
  expect(readCdnSettings(whole)).toEqual({ problems: [], cdn: { purge } })
  expect(readCdnSettings({ ...whole, HOT_CDN_PURGE_BY: 'tag' }).cdn?.purge?.by).toBe('tag')
})

test.for([
  [{ HOT_CDN: 'ja' }, 'HOT_CDN muss on oder off sein'],
  [{ ...whole, HOT_CDN: 'off' }, 'ohne HOT_CDN=on ohne Wirkung'],
  [{ ...whole, HOT_CDN_PURGE_TOKEN: '' }, 'gehören zusammen'],
  [{ ...whole, HOT_CDN_PURGE_TOKEN: 'kurz' }, 'mindestens 16 Zeichen'],
  [{ ...whole, HOT_CDN_PURGE_TOKEN: 'lang genug "aber" mit Anführung' }, 'nur Buchstaben'],
  [{ ...whole, HOT_CDN_PURGE_URL: 'http://cache.example' }, 'https'],
  [{ ...whole, HOT_CDN_PURGE_BY: 'url' }, 'path oder tag'],
  [{ ...whole, SUPABASE_URL: 'https://x.supabase.co' }, 'Lass HOT_CDN_PURGE_… weg'],
] as const)('%o: %s', ([env, line]) => {
  const { problems } = readCdnSettings(env)
  expect(problems).toEqual([expect.stringContaining(line)])
  expect(problems.join()).not.toContain('geheimnis')
})
