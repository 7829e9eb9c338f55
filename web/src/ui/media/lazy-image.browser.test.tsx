import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Avatar } from './avatar.tsx'
import { LazyImage } from './lazy-image.tsx'

/** Says that it is a picture, and is none. */
const BROKEN = 'data:image/png;base64,AAAA'
const DOT = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'

it('leaves the place of a picture that cannot be had empty, without the sign of a broken one', async () => {
  await render(<LazyImage src={BROKEN} width={40} height={40} alt="Villa" eager />)
  await expect.element(page.getByRole('img', { name: 'Villa' })).not.toHaveAttribute('src')
})

it('shows the initials of a person whose picture cannot be had, and the picture once there is one', async () => {
  const shown = await render(<Avatar id="1" name="Mandy Pfefferkorn" src={BROKEN} />)
  await expect.element(page.getByText('MP')).toBeInTheDocument()
  await shown.rerender(<Avatar id="1" name="Mandy Pfefferkorn" src={DOT} />)
  await expect.element(page.getByText('MP')).not.toBeInTheDocument()
})
