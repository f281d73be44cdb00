/** Milliseconds within which a second Enter counts as the same key press. */
const ENTER_GUARD = 100

/** Returns a function that accepts an Enter at `at` (milliseconds) unless one was accepted within the guard time. */
export const createEnterRule = (): ((at: number) => boolean) => {
  let last = Number.NEGATIVE_INFINITY
  return (at) => {
    const passes = at - last >= ENTER_GUARD
    if (passes) last = at
    return passes
  }
}

const typesNewLines = (target: EventTarget | null): boolean => target instanceof HTMLTextAreaElement

/** Debounces the Enter key so that a bouncing key submits once. */
export const guardEnterKey = (window: Window): void => {
  const mayPass = createEnterRule()
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || typesNewLines(event.target) || mayPass(event.timeStamp)) return
      event.preventDefault()
      event.stopImmediatePropagation()
    },
    { capture: true },
  )
}
