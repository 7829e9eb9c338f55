import { describe, expect, test } from 'vitest'
import {
  centredCrop,
  cropByKey,
  cropPlacement,
  cropSide,
  cropSource,
  maxZoom,
  movedCrop,
  zoomedCrop,
} from './avatar-crop.ts'

const wide = { width: 2000, height: 1000 }

describe('a crop', () => {
  test('begins as the largest square in the middle', () => {
    expect(cropSource(wide, centredCrop(wide))).toEqual({ x: 500, y: 0, side: 1000 })
  })

  test('moves inside the picture and stops at its edges', () => {
    const middle = centredCrop(wide)
    expect(cropSource(wide, movedCrop(wide, middle, 200, 300))).toEqual({ x: 700, y: 0, side: 1000 })
    expect(cropSource(wide, movedCrop(wide, middle, 5000, -5000))).toEqual({ x: 1000, y: 0, side: 1000 })
    expect(cropSource(wide, movedCrop(wide, middle, -5000, 0))).toEqual({ x: 0, y: 0, side: 1000 })
  })

  test('zooms around its centre, between the whole square and the limit', () => {
    const near = zoomedCrop(wide, centredCrop(wide), 2)
    expect(cropSource(wide, near)).toEqual({ x: 750, y: 250, side: 500 })
    expect(zoomedCrop(wide, near, 99).zoom).toBe(maxZoom(wide))
    expect(zoomedCrop(wide, near, 0.1).zoom).toBe(1)
  })

  test('moves back inside when it is zoomed out in a corner', () => {
    const corner = movedCrop(wide, zoomedCrop(wide, centredCrop(wide), 3), 9999, 9999)
    expect(cropSource(wide, zoomedCrop(wide, corner, 1))).toEqual({ x: 1000, y: 0, side: 1000 })
  })

  test('of a small picture has a limited zoom', () => {
    expect(maxZoom({ width: 100, height: 80 })).toBe(1)
    expect(maxZoom({ width: 512, height: 768 })).toBe(2)
    expect(maxZoom({ width: 9000, height: 9000 })).toBe(4)
  })

  test('is scaled so that the square fills the stage', () => {
    expect(cropPlacement(wide, centredCrop(wide))).toEqual({ width: 2, height: 1, left: -0.5, top: -0 })
  })
})

describe('keys', () => {
  const near = zoomedCrop(wide, centredCrop(wide), 2)
  test('arrows move by a twentieth of the square', () => {
    expect(cropByKey(wide, near, 'ArrowRight')?.x).toBe(near.x + 25)
    expect(cropByKey(wide, near, 'ArrowUp')?.y).toBe(near.y - 25)
  })
  test('plus and minus zoom and undo each other', () => {
    const closer = cropByKey(wide, near, '+')
    expect(cropSide(wide, closer ?? near)).toBeLessThan(500)
    expect(cropByKey(wide, closer ?? near, '-')?.zoom).toBeCloseTo(2)
  })
  test('other keys are left to the browser', () => {
    expect(cropByKey(wide, near, 'Tab')).toBeNull()
    expect(cropByKey(wide, near, 'a')).toBeNull()
  })
})
