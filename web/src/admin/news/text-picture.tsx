import { type ArticlePicture, pictureLine } from '@hot/domain/news/article'
import { newsLimits } from '@hot/domain/news/news-form'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { pictureRefusals, uploadSitePicture } from '#web/lib/uploads/upload-picture.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { TextField } from '#web/ui/forms/field.tsx'
import { FormFailure } from '#web/ui/forms/form-footer.tsx'
import type { PictureSize } from '#web/ui/picture-input/avatar-crop.ts'
import { acceptedPictures, fitted, shrunk, usePictureInput } from '#web/ui/picture-input/chosen-picture.ts'
import { useWrite } from '../kit/write.ts'

/** In pixels: twice the column of an article on a phone, and as wide as it on a desktop. */
const longEdge = 1200

type Chosen = { blob: Blob; size: PictureSize; preview: string }

/** The end of a sentence, with its quotation mark. */
const sentenceEnd = /[.!?…:][“”"«»)]?\s*$/

/** Where a paragraph may stand: at the place itself between two sentences, otherwise at the end of its line. */
function gapAt(text: string, place: number): number {
  const isGap = text[place - 1] === '\n' || (sentenceEnd.test(text.slice(0, place)) && !/^\S/.test(text.slice(place)))
  if (isGap) return place
  const end = text.indexOf('\n', place)
  return end < 0 ? text.length : end
}

/** Text with a line as a paragraph of its own near a place, or at the end. It splits neither a word nor a sentence. */
export function withLine(text: string, line: string, place: number | null): string {
  const at = place ? gapAt(text, place) : text.length
  const [before, after] = [text.slice(0, at).trimEnd(), text.slice(at).trimStart()]
  return [before, line, after].filter(Boolean).join('\n\n')
}

/** Uploads a picture and hands over its line for the text. */
export function TextPicture({ onInsert }: { onInsert: (line: string) => void }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="link">Bild in den Text</summary>
      {isOpen && (
        <PictureFields
          onInsert={(picture) => {
            onInsert(pictureLine(picture))
            setOpen(false)
          }}
        />
      )}
    </details>
  )
}

function PictureFields({ onInsert }: { onInsert: (picture: ArticlePicture) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<Chosen | null>(null)
  const [alt, setAlt] = useState('')
  const [credit, setCredit] = useState('')
  const [missing, setMissing] = useState<{ picture?: string; alt?: string }>({})
  useEffect(() => () => void (chosen && URL.revokeObjectURL(chosen.preview)), [chosen])
  const { refusal, choose } = usePictureInput(async (picture) => {
    const blob = await shrunk(picture, longEdge).finally(picture.release)
    setChosen({ blob, size: fitted(picture.size, longEdge), preview: URL.createObjectURL(blob) })
    setMissing({})
  })
  const upload = useWrite(
    async ({ blob, size }: Chosen) => {
      const src = await uploadSitePicture('news', blob, () => {})
      onInsert({ src, ...size, alt: alt.trim(), credit: credit.trim() })
    },
    { refusals: pictureRefusals, affects: [] },
  )
  const insert = () => {
    if (chosen && alt.trim()) return void upload.run(chosen)
    setMissing({
      ...(!chosen && { picture: 'Wähl erst ein Bild.' }),
      ...(!alt.trim() && { alt: 'Sag, was das Bild zeigt, für alle, die es nicht sehen.' }),
    })
  }
  // Enter would save the news around it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    insert()
  }
  return (
    <div className="mt-2 grid gap-3 border-2 border-rule p-4">
      <div className="flex flex-wrap items-center gap-3">
        {chosen && <img src={chosen.preview} width={96} height={72} alt="" className="h-18 w-24 object-contain" />}
        <input
          ref={input}
          type="file"
          accept={acceptedPictures}
          onChange={choose}
          hidden
          aria-label="Bild für den Text"
        />
        <Button small onClick={() => input.current?.click()}>
          {chosen ? 'Anderes Bild für den Text' : 'Bild für den Text wählen'}
        </Button>
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <TextField
          label="Was dieses Bild zeigt"
          value={alt}
          error={missing.alt}
          maxLength={newsLimits.alt}
          onKeyDown={onKeyDown}
          onChange={({ target }) => {
            setAlt(target.value)
            setMissing({})
          }}
        />
        <TextField
          label="Nachweis und Lizenz"
          value={credit}
          maxLength={newsLimits.credit}
          onKeyDown={onKeyDown}
          onChange={({ target }) => setCredit(target.value)}
        />
      </div>
      <FormFailure text={refusal ?? missing.picture ?? upload.failure} />
      <p>
        <Button small variant="strong" busy={upload.busy} onClick={insert}>
          {upload.busy ? 'Wird hochgeladen …' : 'Einfügen'}
        </Button>
      </p>
    </div>
  )
}
