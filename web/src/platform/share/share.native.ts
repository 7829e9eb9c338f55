import { Share } from '@capacitor/share'
import type { Shared, ShareOutcome } from './share-sheet.ts'
import { sheetOutcome } from './share-sheet.ts'

export const openShellSheet = ({ title, url }: Shared): Promise<ShareOutcome> =>
  sheetOutcome(() => Share.share({ title, url, dialogTitle: title }))
