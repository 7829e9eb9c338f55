import { SystemBars, SystemBarsStyle, SystemBarType } from '@capacitor/core'
import { StatusBar, Style } from '@capacitor/status-bar'
import type { StatusBarDevice } from './status-bar.ts'

/** Capacitor names a style by its ground: `Dark` has light signs. */
export const statusBar: StatusBarDevice = {
  async show({ color, signs }) {
    await StatusBar.setStyle({ style: signs === 'light' ? Style.Dark : Style.Light })
    // From Android 15 on the page itself lies below the bar, and the device leaves the colour alone.
    await StatusBar.setBackgroundColor({ color })
    // Android's buttons below the page stand on the same ground.
    await SystemBars.setStyle({
      style: signs === 'light' ? SystemBarsStyle.Dark : SystemBarsStyle.Light,
      bar: SystemBarType.NavigationBar,
    })
  },
}
