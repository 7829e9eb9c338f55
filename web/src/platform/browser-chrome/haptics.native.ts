import { Haptics, ImpactStyle } from '@capacitor/haptics'

export const lightTap = (): Promise<void> => Haptics.impact({ style: ImpactStyle.Light })
