import type { ReactNode } from 'react'

type Props = {
  title: string
  text: string
  /** Smaller line below the buttons. */
  hint?: ReactNode
  /** Buttons. */
  children?: ReactNode
  /** Language of the title when it is not German. */
  titleLang?: string
}

/** A screen in place of a page that could not be shown. */
export function ErrorPanel({ title, text, hint, children, titleLang }: Props) {
  return (
    <div className="page">
      <div role="alert" className="grid justify-items-center gap-4 border-2 border-danger px-4 py-10 text-center">
        <h1 className="type-h2" lang={titleLang}>
          {title}
        </h1>
        <p className="intro">{text}</p>
        <div className="flex flex-wrap justify-center gap-2">{children}</div>
        {hint && <p className="meta">{hint}</p>}
      </div>
    </div>
  )
}
