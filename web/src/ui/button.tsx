import type { ComponentProps } from 'react'
import { type ButtonLook, buttonClass } from './button-class.ts'
import { classNames } from './class-names.ts'

type Props = ComponentProps<'button'> & ButtonLook

export function Button({ variant, small, wide, className, type = 'button', ...rest }: Props) {
  return <button type={type} className={classNames(buttonClass({ variant, small, wide }), className)} {...rest} />
}
