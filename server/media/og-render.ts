import fs from 'node:fs'
import path from 'node:path'
import { type ResvgRenderOptions, renderAsync } from '@resvg/resvg-js'
import { fontFolder } from './og-text.ts'

const fontFiles = fs
  .readdirSync(fontFolder)
  .filter((name) => name.endsWith('.ttf'))
  .map((name) => path.join(fontFolder, name))

const options: ResvgRenderOptions = { font: { fontFiles, loadSystemFonts: false }, logLevel: 'off' }

/** PNG of an SVG, drawn in a thread of its own: pages are not held up. */
export async function renderPng(svg: string): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from((await renderAsync(svg, options)).asPng())
}
