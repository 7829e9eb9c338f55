import { type RefObject, useEffect } from 'react'

/** Opens a native dialog as modal once it is there; a press outside its box asks to close it. */
export function useModal(ref: RefObject<HTMLDialogElement | null>, onPressOutside: () => void): void {
  useEffect(() => {
    if (ref.current && !ref.current.open) ref.current.showModal()
  }, [ref])
  useEffect(() => {
    const dialog = ref.current
    // The backdrop belongs to the dialog element itself; its content is always a descendant.
    const onPress = (event: MouseEvent) => event.target === dialog && onPressOutside()
    dialog?.addEventListener('click', onPress)
    return () => dialog?.removeEventListener('click', onPress)
  }, [ref, onPressOutside])
}
