import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { PollFields } from './poll-fields.tsx'
import {
  emptyFields,
  newOption,
  type OptionField,
  type PostFields,
  useFieldProps,
  usePostFields,
} from './post-fields.ts'

function Poll({ fields = emptyFields(), fixed = null }: { fields?: PostFields; fixed?: OptionField[] | null }) {
  const form = usePostFields('poll', fields)
  return <PollFields form={form} input={useFieldProps('poll', form)} fixed={fixed} />
}
const withOptions = (...texts: string[]) => ({ ...emptyFields(), options: texts.map(newOption) })

test('Alt and an arrow move an answer, which keeps the focus; Enter leads on, past the last to a new one', async () => {
  const screen = await render(<Poll fields={withOptions('Müller', 'Mandy')} />)
  const field = (number: number) => screen.getByLabelText(`Antwort ${number}`, { exact: true })
  await field(2).click()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.element(field(1)).toHaveValue('Mandy')
  await expect.element(field(1)).toHaveFocus()
  await expect.element(screen.getByRole('status')).toHaveTextContent('Jetzt Antwort 1.')
  await userEvent.keyboard('{Enter}{Enter}')
  await expect.element(field(3)).toHaveFocus()
  await userEvent.keyboard('Keiner von beiden')
  await expect.element(field(2)).toHaveValue('Müller')
  await expect.element(field(3)).toHaveValue('Keiner von beiden')
})
