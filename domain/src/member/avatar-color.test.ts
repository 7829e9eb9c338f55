import { describe, expect, it, test } from 'vitest'
import { avatarAngle, avatarColor, posterInks } from './avatar-color.ts'

const ids = Array.from({ length: 1200 }, (_, index) => `018f3c5e-0000-7000-8000-${String(index).padStart(12, '0')}`)

describe('avatarColor', () => {
  test.each([
    ['018f3c5e-0000-7000-8000-000000000001', '#A9B4C2'],
    ['018f3c5e-0000-7000-8000-000000000002', '#E8A37C'],
  ])('the ink of %s does not change between releases', (id, ink) => expect(avatarColor(id)).toBe(ink))

  it('uses all twelve inks about equally for ids in sequence', () => {
    const counts = posterInks.map((ink) => ids.filter((id) => avatarColor(id) === ink).length)
    expect(Math.min(...counts)).toBeGreaterThan(60)
    expect(Math.max(...counts)).toBeLessThan(140)
  })

  it('takes any text', () => expect(posterInks).toContain(avatarColor('')))
})

describe('avatarAngle', () => {
  it('stays between −90 and 29 whole degrees and varies within one ink', () => {
    const angles = ids.filter((id) => avatarColor(id) === posterInks[0]).map(avatarAngle)
    for (const angle of angles) {
      expect(Number.isInteger(angle)).toBe(true)
      expect(angle).toBeGreaterThanOrEqual(-90)
      expect(angle).toBeLessThanOrEqual(29)
    }
    expect(new Set(angles).size).toBeGreaterThan(30)
  })
})
