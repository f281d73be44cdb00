/** What stands in a place of a template, by which it is decided whether it may leave the account. */
export type SlotPart = 'figure' | 'date' | 'product' | 'club' | 'teamMember' | 'person' | 'word'

export interface Slot {
  readonly text: string
  readonly part: SlotPart
}

/** By name; figures by their id. */
export type Slots = ReadonlyMap<string, Slot>

const PLACE = /\{([\w.]+)\}/g

/** Names of a template's places, in order. */
export const placesOf = (template: string): string[] => [...template.matchAll(PLACE)].map(([, name = '']) => name)

/** A place that nothing is known for: a fault of the template. */
export class EmptyPlace extends Error {
  override readonly name = 'EmptyPlace'
}

/** The template with its places filled. Throws `EmptyPlace`. */
export const fillIn = (template: string, slots: Slots): string =>
  template.replace(PLACE, (_place, name: string) => {
    const slot = slots.get(name)
    if (slot === undefined) throw new EmptyPlace(name)
    return slot.text
  })
