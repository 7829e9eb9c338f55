import { Keyboard } from '@capacitor/keyboard'
import type { KeyboardEvents } from './keyboard.ts'

export const shellKeyboard: KeyboardEvents = {
  async onWillShow(listener) {
    const handle = await Keyboard.addListener('keyboardWillShow', ({ keyboardHeight }) => listener(keyboardHeight))
    return () => void handle.remove()
  },
  async onDidShow(listener) {
    const handle = await Keyboard.addListener('keyboardDidShow', listener)
    return () => void handle.remove()
  },
  async onWillHide(listener) {
    const handle = await Keyboard.addListener('keyboardWillHide', listener)
    return () => void handle.remove()
  },
}
