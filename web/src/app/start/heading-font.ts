const west = 'U+20-7E,U+A0-FF,U+131,U+2013-2014,U+2018-201A,U+201C-201E,U+2022,U+2026,U+202F,U+2039-203A,U+20AC,U+2212'
const east = 'U+100-130,U+132-17F,U+218-21B,U+1E9E'

const width = `weight:'700 900',stretch:'62% 125%'`

/**
 * Runs inline in the head and brings the head face as soon as something of the page is seen; the page uses it once it is
 * there. A face in the style sheet would be asked for a stand-in of its own, size by size, while it loads
 * (docs/decisions/024). Without scripts ui/styles/fonts.css brings the same. A plain text, which the browser's files drop.
 */
export const headFaceScript = `(function(){function bring(){
var w=new FontFace('HoT Kopf','url(/fonts/hot-kopf.woff2)',{${width},unicodeRange:'${west}'}),
e=new FontFace('HoT Kopf','url(/fonts/hot-kopf-ext.woff2)',{${width},unicodeRange:'${east}'})
w.load().then(function(){document.fonts.add(w);document.fonts.add(e)},function(){})}
if(!self.PerformancePaintTiming)return bring()
new PerformanceObserver(function(l,o){o.disconnect();bring()}).observe({type:'paint',buffered:true})})()`
