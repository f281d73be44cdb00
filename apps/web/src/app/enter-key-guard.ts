/** Milliseconds within which a second Enter is taken for the same key press. */
export const ENTER_GUARD = 100

/** Makes the rule that lets an Enter at `at` (milliseconds) through unless one was let through just before. */
export const createEnterRule = (): ((at: number) => boolean) => {
  let last = Number.NEGATIVE_INFINITY
  return (at) => {
    const passes = at - last >= ENTER_GUARD
    if (passes) last = at
    return passes
  }
}

const typesNewLines = (target: EventTarget | null): boolean => target instanceof HTMLTextAreaElement

/** Swallows the second of two Enters that follow too closely, so that a bouncing key submits once. */
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
