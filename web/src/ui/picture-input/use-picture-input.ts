import { type ChangeEvent, useState } from 'react'
import { type ChosenPicture, openPicture, PictureRefusal } from './chosen-picture.ts'

type PictureInput = {
  /** Why the last file was no picture for us, in German. */
  refusal: string | null
  /** For `onChange` of the file input. */
  choose: (event: ChangeEvent<HTMLInputElement>) => Promise<void>
}

/** A file input that takes pictures only. `take` owns the picture and releases it; its refusals are shown like ours. */
export function usePictureInput(take: (picture: ChosenPicture) => Promise<void> | void): PictureInput {
  const [refusal, setRefusal] = useState<string | null>(null)
  const choose: PictureInput['choose'] = async (event) => {
    const file = event.target.files?.[0]
    // Emptied, so that the same file can be chosen again after a refusal.
    event.target.value = ''
    if (!file) return
    setRefusal(null)
    try {
      await take(await openPicture(file))
    } catch (error) {
      if (!(error instanceof PictureRefusal)) throw error
      setRefusal(error.message)
    }
  }
  return { refusal, choose }
}
