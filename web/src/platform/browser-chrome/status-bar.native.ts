import { SystemBars, SystemBarsStyle, SystemBarType } from '@capacitor/core'
import { StatusBar, Style } from '@capacitor/status-bar'
import type { StatusBarDevice } from './status-bar.ts'

/** Capacitor names a style by its background: `Dark` has light icons. */
export const statusBar: StatusBarDevice = {
  async show({ color, icons }) {
    await StatusBar.setStyle({ style: icons === 'light' ? Style.Dark : Style.Light })
    // From Android 15 on the page extends below the bar, and the colour has no effect.
    await StatusBar.setBackgroundColor({ color })
    // Android's navigation buttons below the page have the same background.
    await SystemBars.setStyle({
      style: icons === 'light' ? SystemBarsStyle.Dark : SystemBarsStyle.Light,
      bar: SystemBarType.NavigationBar,
    })
  },
}
