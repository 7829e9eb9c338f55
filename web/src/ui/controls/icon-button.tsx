import type { ComponentProps } from 'react'
import { classNames } from '../class-names.ts'

type Props = Omit<ComponentProps<'button'>, 'aria-label'> & { label: string }

/** A round button of 44 px that shows an icon only; `label` says what it does. Links use the class `icon-btn`. */
export function IconButton({ label, className, type = 'button', ...rest }: Props) {
  return <button type={type} aria-label={label} className={classNames('icon-btn', className)} {...rest} />
}
