import { apnsEnvironments, isPushService } from '@hot/domain/notification/push'
import { expect, test } from 'vitest'
import { sessionId, signedIn } from '../account/account-people.ts'
import { useHarness } from '../support/harness.ts'
import { people } from '../support/people.ts'
import { createWorld } from '../support/world.ts'
import { claim, devices, id, notify, phone, queued, register, registerSandbox, withPhone } from './push-steps.ts'

const harness = useHarness(createWorld)

const pushServices = [
  'https://fcm.googleapis.com/fcm/send/abc:APA91b',
  'https://fcm.googleapis.com:443/wp/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/QABC',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
]
const notPushServices = [
  'http://fcm.googleapis.com/x',
  'https://nutzer@fcm.googleapis.com/x',
  'https://fcm.googleapis.com:8443/x',
  'https://fcm.googleapis.com.example.org/x',
  'https://example.org/fcm.googleapis.com/x',
  'https://xfcm.googleapis.com/x',
  'https://xpush.apple.com/x',
  'https://push.example/x',
  'https://fcm.googleapis.com',
  '//fcm.googleapis.com/x',
]

test(
  'the push services equal those of domain/',
  harness(async (t) => {
    const endpoints = [...pushServices, ...notPushServices]
    const { rows } = await t.owner(
      `select endpoint from unnest($1::text[]) endpoint where private.is_push_service(endpoint) and endpoint !~ '^https://[^/]*@'`,
      [endpoints],
    )
    expect(rows.map((row) => row.endpoint)).toEqual(pushServices)
    // Without a path, and with credentials, an address is refused by the form of tokens.
    const isForm = (endpoint: string) => /^https:\/\/[^/@]+\/./.test(endpoint)
    expect(endpoints.filter((endpoint) => isPushService(endpoint) && isForm(endpoint))).toEqual(pushServices)
  }),
)

test(
  'a device needs a session, belongs to whoever signs in on it, and is deleted with its session',
  harness(async (t) => {
    expect((await register(t, 'member', id(1))).error).toMatchObject({ hint: 'session_ended' })
    await withPhone(t)
    await signedIn(t, 'other', id(50))
    expect((await register(t, 'member', id(3), phone, id(50))).error?.hint).toBe('session_ended')
    await notify(t, 'mention')
    await register(t, 'other', id(2), phone, id(50))
    expect(await t.value('select user_id from public.push_devices')).toBe(people.other)
    // Pushes that waited for the previous member are deleted with the former device.
    expect(await claim(t)).toEqual([])
    await t.platform('delete from auth.sessions where id = $1', [id(50)])
    expect(await devices(t)).toBe(0)
  }),
)

test(
  'a device that now belongs to somebody else gets nothing of its former member',
  harness(async (t) => {
    await withPhone(t)
    await notify(t, 'mention')
    await signedIn(t, 'other', id(50))
    await register(t, 'other', id(1), phone, id(50))
    expect(await claim(t)).toEqual([])
    expect(await queued(t)).toBe(0)
  }),
)

test(
  'a member keeps the 20 devices used last; an invalid token is refused; nobody reads a token through the API',
  harness(async (t) => {
    await withPhone(t)
    await t.owner(
      `insert into public.push_devices (id, user_id, kind, token, environment, last_seen_at)
       select gen_random_uuid(), $1, 'ios', repeat(md5(n::text), 2), 'production', now() - n * interval '1 day' from generate_series(1, 19) n`,
      [people.member],
    )
    await register(t, 'member', id(9), 'b2'.repeat(32))
    expect(await devices(t)).toBe(20)
    expect(
      await t.value(
        `select max(last_seen_at) = now() and min(last_seen_at) = now() - interval '18 days' from public.push_devices`,
      ),
    ).toBe(true)
    for (const token of ['kurz', `https://push.example/${'x'.repeat(1000)}`, 'A1'.repeat(32)])
      expect((await register(t, 'member', id(10), token)).error?.code).toBe('23514')
    const web = (endpoint: string, p256dh: string | null) =>
      t.attempt(
        'member',
        'select public.register_push_device($1, $2, $3, $4, $5)',
        [id(11), 'web', endpoint, p256dh, 'a'.repeat(22)],
        { session_id: sessionId },
      )
    const key = `B${'a'.repeat(86)}`
    for (const endpoint of [...notPushServices, 'https://[::1]/x'])
      expect({ endpoint, code: (await web(endpoint, key)).error?.code }).toEqual({ endpoint, code: '23514' })
    expect((await web('https://fcm.googleapis.com/fcm/send/x', null)).error?.code).toBe('23514')
    expect((await web('https://fcm.googleapis.com/fcm/send/x', key)).error).toBeUndefined()
    const android = (token: string) =>
      t.attempt('member', 'select public.register_push_device($1, $2, $3)', [id(12), 'android', token], {
        session_id: sessionId,
      })
    expect((await android('fcm token')).error?.code).toBe('23514')
    expect((await android(`dGVz:APA91b${'x'.repeat(300)}`)).error).toBeUndefined()
    expect((await t.attempt('member', 'select token from public.push_devices')).error?.code).toBe('42501')
    expect(
      (await t.attempt('guest', 'select public.register_push_device($1, $2, $3)', [id(12), 'ios', phone])).error?.code,
    ).toBe('42501')
  }),
)

test(
  'only an iPhone has a choice of Apple’s services for its token',
  harness(async (t) => {
    const environments = async () =>
      (await t.owner('select environment from public.push_devices order by id')).rows.map((row) => row.environment)
    await withPhone(t)
    expect(await environments()).toEqual(['production'])
    // The same phone with a build from Xcode, and back.
    expect((await registerSandbox(t, id(1), phone)).error).toBeUndefined()
    await notify(t, 'mention')
    expect((await claim(t))[0]?.device).toMatchObject({ kind: 'ios', token: phone, environment: 'sandbox' })
    await register(t, 'member', id(1))
    expect(await environments()).toEqual(['production'])
    expect((await registerSandbox(t, id(2), 'b2'.repeat(32), 'development')).error?.code).toBe('23514')
    expect((await registerSandbox(t, id(2), 'x'.repeat(40), 'sandbox', 'android')).error?.code).toBe('23514')
    for (const environment of apnsEnvironments)
      expect((await registerSandbox(t, id(2), 'b2'.repeat(32), environment)).error).toBeUndefined()
    expect((await t.attempt('member', 'select environment from public.push_devices')).error?.code).toBe('42501')
  }),
)
