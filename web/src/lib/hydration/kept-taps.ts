declare global {
  interface Window {
    /** Carries out the presses that the page has kept; defined by `keptTapsScript`. */
    hotTaps?: () => void
  }
}

/**
 * Runs inline in the head. Before the app runs, links, `<details>` and GET forms work by themselves. A button that names a
 * dialog (`commandfor`) opens or closes it at once, also in browsers that do not know the attribute; the app hears of it
 * later, if it is still open. A button that the platform carries out whole (`data-native`) is left alone. A press on
 * anything else that the page shows is kept: a button, a link that acts in place (`data-tap`), a chosen option, a form without an address. The control looks busy and does its work once the app, or its
 * own part of it (`data-asleep`), is hydrated: once, however often it was pressed, and never after the page was left.
 * Should the app fail to start, links lead where they lead without it, but no member to the sign-in; other controls stop
 * looking busy. In a browser in which it never starts (old-browser.ts) nothing is kept.
 */
export const keptTapsScript = `(function(d){
if('old' in d.documentElement.dataset)return
var kept=[],alive
function asleep(c){return !alive||c.closest('[data-asleep]')}
function wanted(e){
if(e.type=='submit')return e.target.hasAttribute('action')?null:e.target
if(e.type=='change')return e.target.localName=='select'?e.target:null
if(e.button||e.altKey||e.ctrlKey||e.metaKey||e.shiftKey)return null
var c=e.target.closest('button:not([data-native]),a[data-tap]')
return c&&c.type!='submit'?c:null}
function target(c){return d.getElementById(c.getAttribute('commandfor'))}
function busy(c,on){c.toggleAttribute('data-kept',on);if(on)c.setAttribute('aria-busy','true');else c.removeAttribute('aria-busy')}
function leads(c){return c.href&&!(c.pathname=='/auth'&&d.documentElement.dataset.viewer)}
function drop(c){var i=kept.indexOf(c);if(i<0)return
kept.splice(i,1);busy(c,false)
if(leads(c)&&c.isConnected)location.assign(c.href)}
function keep(e){
if(e.target.localName=='dialog'&&asleep(e.target))e.target.close()
var c=wanted(e);if(!c||!asleep(c))return
if(e.type!='change')e.preventDefault()
e.stopImmediatePropagation()
var o=target(c)
if(o&&c.getAttribute('command')=='close')return o.close()
if(o&&!o.open)o.showModal()
if(kept.indexOf(c)>=0)return
kept.push(c);if(o)return
busy(c,true);setTimeout(drop,leads(c)?6e3:3e4,c)}
function act(c){
if(asleep(c))return kept.push(c)
busy(c,false)
var o=target(c)
if(!c.isConnected||o&&!o.open)return
if(c.localName=='select')c.dispatchEvent(new Event('change',{bubbles:true}))
else if(c.localName=='form')c.requestSubmit()
else c.click()}
;['click','change','submit'].forEach(function(t){d.addEventListener(t,keep,true)})
window.hotTaps=function(){alive=true;kept.splice(0).forEach(act)}
})(document)`

/**
 * Call it in an effect: what was pressed before is carried out now. In a task of its own, because React hydrates on
 * demand what a press meets, which it cannot do within an effect.
 */
export function carryOutKeptTaps(): void {
  setTimeout(() => window.hotTaps?.())
}
