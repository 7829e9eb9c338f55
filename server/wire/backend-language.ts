import { backupTexts } from '@hot/domain/installation/backup-texts'
import { logTexts, mailboxTexts } from '@hot/domain/installation/log-texts'
import { startTexts } from '@hot/domain/installation/start-texts'
import { speak } from '@hot/embedded/words'

// Whoever has the embedded backend do something imports this: what it then says to the operator is German.
speak({ start: startTexts, backup: backupTexts, log: logTexts, mailbox: mailboxTexts })
