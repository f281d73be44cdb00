type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>

const isKey = (event: Event): event is Event & Key => 'key' in event

/** Keeps the letters that are typed between the opening of a field and its focus from the page below. */
export const createTypedAhead = (target: EventTarget) => {
  let text = ''
  const keep = (event: Event): void => {
    if (!isKey(event) || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Backspace') text = text.slice(0, -1)
    else if (event.key.length === 1) text += event.key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  return {
    begin: (): void => {
      text = ''
      target.addEventListener('keydown', keep, { capture: true })
    },
    /** ends it and returns the letters */
    take: (): string => {
      target.removeEventListener('keydown', keep, { capture: true })
      const letters = text
      text = ''
      return letters
    },
  }
}

/** ID of the palette's field. */
export const PALETTE_FIELD = 'palette-field'

export const typedAhead = createTypedAhead(globalThis)
