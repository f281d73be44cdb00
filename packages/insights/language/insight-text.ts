/** The kind of content of a template slot; it decides whether its text may be sent to a language model. */
export type SlotPart = 'figure' | 'date' | 'product' | 'club' | 'teamMember' | 'person' | 'word'

export interface Slot {
  readonly text: string
  readonly part: SlotPart
}

/** By slot name; figures by their ID. */
export type Slots = ReadonlyMap<string, Slot>

const SLOT = /\{([\w.]+)\}/g

/** The slot names of a template, in order. */
export const slotNames = (template: string): string[] => [...template.matchAll(SLOT)].map(([, name = '']) => name)

/** A template uses a slot without a value. */
class MissingSlotError extends Error {
  override readonly name = 'MissingSlotError'
}

/** Fills the slots of a template. Throws `MissingSlotError`. */
export const fillTemplate = (template: string, slots: Slots): string =>
  template.replace(SLOT, (_match, name: string) => {
    const slot = slots.get(name)
    if (slot === undefined) throw new MissingSlotError(name)
    return slot.text
  })

/** The text of an insight as templates, whose slots are filled for each reader. */
export interface InsightText {
  readonly title: string
  /** the first sentence says what happened */
  readonly sentences: readonly string[]
  /** how unusual it is, compared with what, with which confidence */
  readonly unusual: string | null
  readonly advice: readonly string[]
  readonly tone: 'good' | 'bad' | 'neutral'
}
