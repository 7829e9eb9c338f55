import { afterEach, expect, test, vi } from 'vitest'
import { pictureAddress } from './lazy-image.tsx'

const stored = '/storage/v1/object/public/avatars/a/b.webp'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

test('a shell loads stored pictures from the backend and does not change other URLs', () => {
  vi.stubEnv('VITE_SHELL', 'native')
  vi.stubGlobal('document', { documentElement: { dataset: { backend: 'https://hot.example' } } })
  expect(pictureAddress(stored)).toBe(`https://hot.example${stored}`)
  expect(pictureAddress('/icons/icon.svg')).toBe('/icons/icon.svg')
  expect(pictureAddress('https://elsewhere.example/x.webp')).toBe('https://elsewhere.example/x.webp')
})

test('the website serves them itself', () => {
  vi.stubEnv('VITE_SHELL', 'web')
  expect(pictureAddress(stored)).toBe(stored)
})
