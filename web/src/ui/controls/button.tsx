import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'
import { type ButtonLook, buttonClass } from './button-class.ts'

type Props = ComponentProps<'button'> & ButtonLook

export function Button({ variant, small, wide, className, type = 'button', ...rest }: Props) {
  return <button type={type} className={classNames(buttonClass({ variant, small, wide }), className)} {...rest} />
}
