import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '#web/ui/controls/button.tsx'

/** A text and what is selected in it. */
type Selected = { text: string; from: number; to: number }

/** Marks what is selected as a spoiler; with nothing selected the caret is put between the marks. */
function hideSelection({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): Selected {
  const [from, to] = [selectionStart, selectionEnd]
  return {
    text: `${value.slice(0, from)}||${value.slice(from, to)}||${value.slice(to)}`,
    from: from + 2,
    to: to + 2,
  }
}

type MarkButtonsProps = {
  area: RefObject<HTMLTextAreaElement | null>
  quote: string | undefined
  onText: (text: string) => void
}

/** Quotes the answered comment above the text; hides what is selected as a spoiler. */
export function MarkButtons({ area, quote, onText }: MarkButtonsProps) {
  const put = ({ text, from, to }: Selected) => {
    flushSync(() => onText(text))
    area.current?.focus()
    area.current?.setSelectionRange(from, to)
    area.current?.form?.scrollIntoView({ block: 'nearest' })
  }
  const act = (change: (field: HTMLTextAreaElement) => Selected) => () => {
    if (area.current) put(change(area.current))
  }
  return (
    <span className="mr-auto flex gap-2">
      {quote && (
        <Button
          small
          variant="quiet"
          onClick={act(({ value }) => {
            const text = value.startsWith(quote) ? value : quote + value
            return { text, from: text.length, to: text.length }
          })}
        >
          Zitieren
        </Button>
      )}
      <Button small variant="quiet" onClick={act(hideSelection)}>
        Spoiler
      </Button>
    </span>
  )
}
