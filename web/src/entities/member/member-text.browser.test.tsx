import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { MemberText } from './member-text.tsx'

test('a spoiler is hidden until it is opened by tap or key, and can be closed again', async () => {
  await render(<MemberText text={'Es ist ||**Mandy**, siehe https://hot.example/a|| und sonst **niemand**'} />)
  const spoiler = page.getByRole('button', { name: 'Spoiler' })
  await expect.element(spoiler).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByText('Mandy')).not.toBeVisible()
  await expect.element(page.getByText('niemand')).toBeVisible()
  await spoiler.click()
  await expect.element(page.getByText('Mandy')).toBeVisible()
  await expect.element(page.getByRole('link')).toHaveAttribute('rel', 'ugc nofollow noopener')
  await userEvent.keyboard('{Enter}')
  await expect.element(spoiler).toHaveAttribute('aria-expanded', 'false')
  await expect.element(page.getByText('Mandy')).not.toBeVisible()
})

test('markup is elements, in order; what looks like HTML is text', async () => {
  const text = 'Vorn\n- *eins*\n- zwei\n3. drei\n> Zitat von <b>wem</b>'
  const { container } = await render(<MemberText text={text} />)
  await expect.element(page.getByRole('listitem').first()).toHaveTextContent('eins')
  expect(container.querySelector('.formatted')?.innerHTML).toBe(
    '<p>Vorn</p><ul><li><em>eins</em></li><li>zwei</li><li>drei</li></ul><blockquote><p>Zitat von &lt;b&gt;wem&lt;/b&gt;</p></blockquote>',
  )
})

test('a text without marks is the text alone', async () => {
  const { container } = await render(<MemberText text={'Nur Text, snake_case\nund 2 < 3'} />)
  expect(container.innerHTML).toBe('<span>Nur Text, snake_case<br>und 2 &lt; 3</span>')
})

test('another text stands there whole where a browser had translated the one before', async () => {
  const { container, rerender } = await render(<MemberText text={'Erst das\nund das'} />)
  for (const text of [...(container.firstElementChild?.childNodes ?? [])].filter(({ nodeType }) => nodeType === 3)) {
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    ;(text as Text).replaceWith(outer)
    outer.firstElementChild?.append('çevrildi')
  }
  expect(container).toHaveTextContent('çevrildiçevrildi')
  await rerender(<MemberText text={'Jetzt etwas anderes'} />)
  expect(container).toHaveTextContent('Jetzt etwas anderes')
  await rerender(<MemberText text={'Mit **Nachdruck**'} />)
  await expect.element(page.getByText('Nachdruck')).toBeVisible()
})
