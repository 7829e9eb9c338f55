import { availableParallelism } from 'node:os'
import { afterAll, expect, test, vi } from 'vitest'
import { hashPassword, isPasswordHash, passwordMatches } from './passwords.ts'

/** Made by bcryptjs 3.0.3 (version 1.0.0 of this program), Go's x/crypto (GoTrue) and PHP, all of `ein langes Passwort`. */
const hashes = {
  bcryptjs: '$2b$04$/iAP9q0ySapmEFM37MHlQOeN2nhp2CsUZM3tlncrHhN7CEkfiWEiK',
  go: '$2a$04$/iAP9q0ySapmEFM37MHlQOeN2nhp2CsUZM3tlncrHhN7CEkfiWEiK',
  php: '$2y$04$/iAP9q0ySapmEFM37MHlQOeN2nhp2CsUZM3tlncrHhN7CEkfiWEiK',
}

test.each(Object.entries(hashes))('a hash as %s writes it verifies', async (_, hash) => {
  expect(isPasswordHash(hash)).toBe(true)
  expect(await passwordMatches('ein langes Passwort', hash)).toBe(true)
  expect(await passwordMatches('ein langes passwort', hash)).toBe(false)
})

test.each(['ein langes Passwort', 'ü'.repeat(36), '🙂 mit Leerzeichen ', 'a'.repeat(72)])(
  '%s verifies',
  async (password) => {
    const hash = await hashPassword(password)
    expect(hash).toMatch(/^\$2[by]\$10\$/)
    expect(await passwordMatches(password, hash)).toBe(true)
    expect(await passwordMatches(`${password}x`, hash)).toBe(false)
  },
)

test.each([null, undefined, '', 'kaputt'])('nothing matches the stored hash %j', async (stored) => {
  expect(await passwordMatches('', stored)).toBe(false)
  expect(await passwordMatches('ein langes Passwort', stored)).toBe(false)
})

test('who would have to wait too long for a hash is told when to come again', async () => {
  const answers = await Promise.allSettled(
    Array.from({ length: Math.max(1, Math.min(3, availableParallelism() - 1)) + 65 }, () =>
      passwordMatches('ein langes Passwort', hashes.go),
    ),
  )
  const refused = answers.filter(({ status }) => status === 'rejected')
  expect(refused).toEqual([{ status: 'rejected', reason: expect.objectContaining({ status: 429, retryAfter: 5 }) }])
  expect(await passwordMatches('ein langes Passwort', hashes.go)).toBe(true)
})

test('passwords are hashed and compared off the main thread', async () => {
  const [whole, own] = [process.cpuUsage(), process.threadCpuUsage()]
  for (let n = 0; n < 3; n++) await passwordMatches('ein langes Passwort', await hashPassword('ein langes Passwort'))
  const [all, here] = [process.cpuUsage(whole), process.threadCpuUsage(own)]
  // CPU time, which a busy machine does not change.
  expect(here.user + here.system).toBeLessThan((all.user + all.system) / 4)
})

test.each([
  [1, 1],
  [2, 1],
  [3, 2],
  [16, 3],
])('on %i cores %i hash at once, so that others are answered meanwhile', async (cores, most) => {
  vi.resetModules()
  const held = Promise.withResolvers<boolean>()
  const verify = vi.fn(() => held.promise)
  vi.doMock('node:os', () => ({ availableParallelism: () => cores }))
  vi.doMock('@node-rs/bcrypt', () => ({ verify, hash: vi.fn() }))
  const { passwordMatches } = await import('./passwords.ts')
  const answers = Array.from({ length: 10 }, () => passwordMatches('ein langes Passwort', hashes.go))
  await Promise.resolve()
  expect(verify).toHaveBeenCalledTimes(most)
  held.resolve(true)
  expect(await Promise.all(answers)).toEqual(Array.from({ length: 10 }, () => true))
})

// The next file in this worker would get the last module made above, which verifies nothing.
afterAll(() => {
  vi.doUnmock('node:os')
  vi.doUnmock('@node-rs/bcrypt')
  vi.resetModules()
})
