import { expect, test } from 'vitest'
import { publicConfig, type Told } from './public-config.ts'

const vapid = { publicKey: 'vapid-public', privateKey: 'vapid-private', subject: 'mailto:push@hot.example' }
const installation = (worker: boolean): Told => ({
  settings: {
    supabase: { url: 'https://x.supabase.co', publishableKey: 'key', secretKey: 'secret' },
    site: { SITE_NAME: 'HoT' },
    push: { vapid },
    monitoring: {},
    worker,
  },
  siteUrl: 'https://hot.example',
  link: { publishableKey: 'key' },
})
const told = (worker: boolean) => JSON.parse(JSON.stringify(publicConfig(installation(worker)))) as object

test('browsers are told where everything is, and nothing that is secret', () => {
  expect(told(true)).toEqual({
    supabaseUrl: 'https://x.supabase.co',
    publishableKey: 'key',
    siteUrl: 'https://hot.example',
    site: { SITE_NAME: 'HoT' },
    webPushKey: 'vapid-public',
  })
})

test('HOT_SERVICE_WORKER=off: no worker, and so no messages to browsers', () => {
  expect(told(false)).toMatchObject({ worker: 'off' })
  expect(told(false)).not.toHaveProperty('webPushKey')
})
