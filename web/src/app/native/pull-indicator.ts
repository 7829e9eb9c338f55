import './pull.css'
import { pullRule } from './pull-rule.ts'

/** An arrow that goes round. */
const arrow =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2.5" aria-hidden="true"><path d="M20 12a8 8 0 1 1-2.4-5.7M20 3v5h-5"/></svg>'

/** The sign that is pulled down, and the words for those who do not see it. It stands beside the app, which React draws. */
export function createPullSign() {
  const sign = document.createElement('div')
  sign.className = 'pull'
  // Only the sign comes and goes: words are read out where their place was there before them.
  sign.innerHTML = `<span class="pull-sign" hidden>${arrow}</span><span class="visually-hidden" role="status"></span>`
  document.body.append(sign)
  const words = sign.querySelector('[role=status]')
  const put = (offset: number) => {
    sign.querySelector('.pull-sign')?.removeAttribute('hidden')
    sign.style.setProperty('--pull', `${offset}px`)
    sign.style.setProperty('--turn', `${Math.round(offset * 3)}deg`)
  }
  return {
    /** Follows the finger; 0: let go, it glides back. */
    show(offset: number): void {
      sign.toggleAttribute('data-loose', offset === 0)
      put(offset)
    },
    /** Turns while the page is asked for, and says so. */
    busy(): void {
      sign.toggleAttribute('data-loose', true)
      sign.toggleAttribute('data-busy', true)
      put(pullRule.releasesAt)
      if (words) words.textContent = 'Wird aktualisiert …'
    },
    /** `said`: how it ended; empty where a toast says it. */
    done(said: string): void {
      sign.toggleAttribute('data-busy', false)
      put(0)
      if (words) words.textContent = said
    },
    remove: () => sign.remove(),
  }
}
