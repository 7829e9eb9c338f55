const note = 'Etwas außerhalb von HoT hat Text dieser Seite ersetzt, zum Beispiel eine Übersetzung.'

/** The child of `parent` that `node` is in; null when it is elsewhere or nowhere. */
function childWith(parent: Node, node: Node): Node | null {
  let child: Node | null = node
  while (child && child.parentNode !== parent) child = child.parentNode
  return child
}

/**
 * A browser's translation and some extensions replace or wrap nodes that React knows. Where React then removes such a node,
 * or inserts before it, the browser throws and the whole page is replaced by an error screen. With this the rest goes on.
 * The second line only: the app gives every changing text an element of its own (docs/decisions/085), and a warning in the
 * console says where that was not so.
 */
export function tolerateForeignNodes(prototype: Node = Node.prototype): void {
  const { removeChild, insertBefore } = prototype
  prototype.removeChild = function <Child extends Node>(this: Node, child: Child): Child {
    if (child.parentNode === this) return removeChild.call(this, child) as Child
    console.warn(note, child.textContent)
    child.parentNode?.removeChild(child)
    return child
  }
  prototype.insertBefore = function <New extends Node>(this: Node, node: New, before: Node | null): New {
    if (!before || before.parentNode === this) return insertBefore.call(this, node, before) as New
    console.warn(note, before.textContent)
    return insertBefore.call(this, node, childWith(this, before)) as New
  }
}
