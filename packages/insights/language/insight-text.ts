/** What a slot of a template contains; it decides whether its text may be sent to a language model. */
export type SlotPart = 'figure' | 'date' | 'product' | 'club' | 'teamMember' | 'person' | 'word'

export interface Slot {
  readonly text: string
  readonly part: SlotPart
}

/** By name; figures by their id. */
export type Slots = ReadonlyMap<string, Slot>

const SLOT = /\{([\w.]+)\}/g

/** Names of a template's slots, in order. */
export const slotNames = (template: string): string[] => [...template.matchAll(SLOT)].map(([, name = '']) => name)

/** A template names a slot that is not given. */
export class MissingSlotError extends Error {
  override readonly name = 'MissingSlotError'
}

/** The template with its slots filled. Throws `MissingSlotError`. */
export const fillTemplate = (template: string, slots: Slots): string =>
  template.replace(SLOT, (_match, name: string) => {
    const slot = slots.get(name)
    if (slot === undefined) throw new MissingSlotError(name)
    return slot.text
  })

/** The text of an insight as templates, whose slots are filled for each reader. */
export interface InsightText {
  readonly title: string
  /** the first says what happened */
  readonly sentences: readonly string[]
  /** how unusual, compared with what, with what confidence */
  readonly unusual: string | null
  readonly advice: readonly string[]
  readonly tone: 'good' | 'bad' | 'neutral'
}
