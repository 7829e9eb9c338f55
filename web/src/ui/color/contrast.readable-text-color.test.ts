import { expect, test } from 'vitest'
import { contrastRatio, readableTextColor } from './contrast.ts'

test('the default chip colour gets ink, because paper has too little contrast', () => {
  expect(readableTextColor('#0ea5e9')).toBe('#16130E')
  expect(contrastRatio('#FFFEF8', '#0ea5e9')).toBeLessThan(4.5)
})

test('dark colours get paper', () => {
  expect(readableTextColor('#1D4ED8')).toBe('#FFFEF8')
})

test('text is readable on any grey', () => {
  for (let grey = 0; grey < 256; grey++) {
    const background = `#${grey.toString(16).padStart(2, '0').repeat(3)}`
    expect(contrastRatio(readableTextColor(background), background)).toBeGreaterThanOrEqual(4.29)
  }
})
