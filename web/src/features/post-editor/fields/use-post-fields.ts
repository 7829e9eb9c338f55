import type { PostType } from '@hot/domain/contract/post'
import { useEffect, useState } from 'react'
import { useZodForm } from '#web/ui/forms/use-zod-form.ts'
import { fieldAt, isFilled, mistakesOf, type Place, postFieldsSchema } from './mistakes.ts'
import type { PostFields } from './post-fields.ts'

export const usePostFields = (type: PostType, fields: PostFields) => useZodForm(postFieldsSchema(type), fields)
export type PostFormMethods = ReturnType<typeof usePostFields>

/** Props of a field, looked at when it is left: an empty one that is passed by is no mistake yet. */
export function useFieldProps(type: PostType, form: PostFormMethods) {
  const afterPress = useAfterPress()
  return (place: Place) => {
    const name = fieldAt(place)
    const { onBlur, value, ...field } = form.input(name)
    return {
      ...field,
      value: String(value ?? ''),
      onBlur: (event: Parameters<typeof onBlur>[0]) => {
        void onBlur(event)
        const fields = form.getValues()
        const message = isFilled(place, fields) && mistakesOf(type, fields)[place]
        if (message) afterPress(() => form.setError(name, { message }))
      },
    }
  }
}
export type FieldProps = ReturnType<typeof useFieldProps>

/**
 * Puts something off while a pointer presses. Pressing a button takes the focus from a field before the click: a message
 * that appears in between moves the button away, and the click misses it.
 */
function useAfterPress(): (act: () => void) => void {
  const [press] = useState(() => ({ down: false, waiting: [] as (() => void)[] }))
  useEffect(() => {
    const begin = () => {
      press.down = true
    }
    const end = () => {
      press.down = false
      // The click comes right after.
      setTimeout(() => {
        for (const act of press.waiting.splice(0)) act()
      })
    }
    window.addEventListener('pointerdown', begin, true)
    window.addEventListener('pointerup', end, true)
    window.addEventListener('pointercancel', end, true)
    return () => {
      window.removeEventListener('pointerdown', begin, true)
      window.removeEventListener('pointerup', end, true)
      window.removeEventListener('pointercancel', end, true)
    }
  }, [press])
  return (act) => {
    if (press.down) press.waiting.push(act)
    else act()
  }
}
