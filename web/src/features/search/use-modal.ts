import { type RefObject, useEffect } from 'react'

/** Opens a native dialog as modal once it is there, and closes it by a press outside its box. */
export function useModal(ref: RefObject<HTMLDialogElement | null>): void {
  useEffect(() => {
    const dialog = ref.current
    if (!dialog) return
    // The backdrop belongs to the dialog element itself; its content is always a descendant.
    const onPress = (event: MouseEvent) => event.target === dialog && dialog.close()
    dialog.addEventListener('click', onPress)
    if (!dialog.open) dialog.showModal()
    return () => dialog.removeEventListener('click', onPress)
  }, [ref])
}
