import type { FormatRef } from '@hot/domain/contract/format'
import { readableTextColor } from '#web/ui/color/readable-text-color.ts'

/** No line begins with a dash. */
const withBoundDash = (name: string) => name.replaceAll(' – ', '\u00a0– ')

/** The tile enlarged: the format's colour with raster, name above and cropped emoji. The one loud thing of its page. */
export function FormatPoster({ format }: { format: FormatRef }) {
  return (
    <div
      className="relative isolate -mx-gutter -mt-5 grid min-h-59 items-start overflow-hidden px-gutter py-5 lg:mx-0 lg:mt-0 lg:min-h-84 lg:px-8"
      style={{ background: format.color, color: readableTextColor(format.color) }}
    >
      <span
        className="absolute -inset-x-[10%] top-[46%] -bottom-[30%] -z-1 -rotate-10 bg-(image:--dots) bg-size-[9px_9px] opacity-20"
        aria-hidden="true"
      />
      {format.emoji && (
        <span
          className="absolute -right-2 -bottom-6 -z-1 -rotate-8 text-[8rem] leading-none lg:text-[13rem]"
          aria-hidden="true"
        >
          {format.emoji}
        </span>
      )}
      <h1 className="type-lead max-w-[92%] hyphens-auto lg:max-w-[80%]">{withBoundDash(format.name)}</h1>
    </div>
  )
}
