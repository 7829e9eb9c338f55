import { expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { usePictureInput } from './chosen-picture.ts'

async function png(): Promise<File> {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 100
  canvas.getContext('2d')?.fillRect(0, 0, 100, 100)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  return new File([blob ?? ''], 'bild.png', { type: 'image/png' })
}

const taken: unknown[] = []

function Field() {
  const { refusal, choose } = usePictureInput((picture) => void taken.push(picture.size))
  return (
    <>
      <input type="file" aria-label="Bild" onChange={choose} />
      {refusal && <span role="alert">{refusal}</span>}
    </>
  )
}

const read = CanvasRenderingContext2D.prototype.getImageData

/** Values that a browser hands out in place of what was drawn, as far off as `by` says. */
function scramble(by: number): void {
  const spy = vi.spyOn(CanvasRenderingContext2D.prototype, 'getImageData').mockImplementation(function (
    this: CanvasRenderingContext2D,
    ...place: unknown[]
  ) {
    const [x, y, width, height] = place as [number, number, number, number]
    const data = read.call(this, x, y, width, height)
    for (let at = 0; at < data.data.length; at += 7) data.data[at] = Math.abs((data.data[at] ?? 0) - by)
    return data
  })
  onTestFinished(() => void spy.mockRestore())
}

test('a browser that hands out noise is not asked for a picture; one that changes values a little is', async () => {
  const file = await png()
  await render(<Field />)
  scramble(100)
  await page.getByLabelText('Bild').upload(file)
  await expect.element(page.getByRole('alert')).toMatchTextContent('Dein Browser gibt Bilder nur verfälscht heraus')
  expect(taken).toEqual([])
  scramble(2)
  await page.getByLabelText('Bild').upload(file)
  await expect.poll(() => taken).toEqual([{ width: 100, height: 100 }])
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
})
