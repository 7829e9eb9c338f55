/**
 * Runs inline at the end of the body and asks for the code of the page's routes, which server.tsx names beside the styles:
 * in the head, each file would keep a phone from drawing the page (docs/decisions/024).
 */
export const laterCodeScript = `(function(){var s=document.querySelector('[data-code]')
s&&s.dataset.code&&s.dataset.code.split(' ').forEach(function(u){var l=document.createElement('link')
l.rel='modulepreload';l.fetchPriority='low';l.href=u;document.head.append(l)})})()`
