import { storageKeys } from '@hot/domain/privacy/storage-keys'

/**
 * Runs inline in the head, before first paint: `html[data-consent=ask]` shows the banner, which is part of every document.
 * So who has chosen never sees it flash, nothing moves when it comes, and without a script it is not there at all. What
 * counts as a choice is the same as in `consentOf`.
 */
export const consentHintScript = `(function(){var c;try{c=JSON.parse(localStorage.getItem('${storageKeys.consent}'))}catch(e){}
if(!c||typeof c.acceptedAt!=='string'||isNaN(Date.parse(c.acceptedAt))||c.level!=='full'&&c.level!=='essential')document.documentElement.dataset.consent='ask'})()`
