// Changes the page in place, so that focus, typed values and a tap in progress survive.
const KEPT = ['open', 'aria-busy', 'data-arming'];

// Patches `here` to equal `there`; unchanged nodes are kept, with their state.
export const become = (here, there) => {
  if (here.isEqualNode(there)) return;
  if (here.nodeType !== Node.ELEMENT_NODE) { here.nodeValue = there.nodeValue; return; }
  for (const { name, value } of there.attributes) if (!KEPT.includes(name) && here.getAttribute(name) !== value) here.setAttribute(name, value);
  for (const { name } of Array.from(here.attributes)) if (!KEPT.includes(name) && !there.hasAttribute(name)) here.removeAttribute(name);
  becomeChildren(here, there);
};
const isAlike = (one, other) => one.nodeName === other.nodeName && (one.id ?? '') === (other.id ?? '');
const becomeChildren = (here, there) => {
  let next = here.firstChild;
  const ids = new Set(Array.from(there.children, (child) => child.id).filter(Boolean));
  // Moving a node would lose the tap on it: what is gone from before it is removed instead.
  const reach = (found) => {
    const before = [];
    for (let node = next; node !== found; node = node.nextSibling) before.push(node);
    const areGone = before.every((node) => node.nodeType !== Node.ELEMENT_NODE || (node.id && !ids.has(node.id)));
    if (areGone) before.forEach((node) => node.remove());
    else here.insertBefore(found, next);
    return areGone;
  };
  for (const wanted of Array.from(there.childNodes)) {
    let found = next;
    while (found && !isAlike(found, wanted)) found = found.nextSibling;
    // Match a later node only by its id; otherwise the nodes in between would be removed.
    if (found && (found === next || wanted.id)) {
      if (reach(found)) next = found.nextSibling;
      become(found, wanted);
    } else if (next && next.nodeType === wanted.nodeType && !next.id && !wanted.id && next.nodeName === wanted.nodeName) {
      become(next, wanted);
      next = next.nextSibling;
    } else here.insertBefore(wanted, next);
  }
  while (next) { const gone = next; next = next.nextSibling; gone.remove(); }
};
