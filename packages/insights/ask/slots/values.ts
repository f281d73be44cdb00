import type { NounName } from '../language/nouns.ts'
import { isKey, type Part } from './slots.ts'

const COLUMNS_OF_NOUN: Readonly<Partial<Record<NounName, readonly string[]>>> = {
  release: ['releaseName'],
  product: ['productTitle'],
  member: ['clubName'],
}

const columnsAt = (part: Part | undefined): readonly string[] => {
  if (part?.tag.kind === 'dimension') return part.tag.ids
  return part?.tag.kind === 'noun' ? (COLUMNS_OF_NOUN[part.tag.noun] ?? []) : []
}

/** A name next to its kind is likelier than another reading of the name: "the spring release". */
const NAMED = -1

/** "the Reserve club", "category Merchandise": a noun next to a value says which column is meant and is not a group. */
export const narrowValues = (all: readonly Part[]): { readonly parts: readonly Part[]; readonly cost: number } => {
  const absorbed = new Set<number>()
  const read = all.map((part, at): Part => {
    const { tag } = part
    if (tag.kind !== 'value') return part
    for (const neighbor of [at + 1, at - 1]) {
      const columns = columnsAt(all[neighbor])
      const choices = tag.choices.filter(({ columnId }) => columns.includes(columnId))
      const isGroup = isKey(all[neighbor - 1], 'by', 'per', 'which') || all[neighbor - 1]?.tag.kind === 'rank'
      if (choices.length === 0 || isGroup) continue
      const isNoun = all[neighbor]?.tag.kind === 'noun'
      if (!isNoun) absorbed.add(neighbor)
      else if (all[neighbor]?.tag.kind === 'noun' && columns.includes('releaseName')) absorbed.add(neighbor)
      return { ...part, tag: { kind: 'value', choices } }
    }
    return part
  })
  return { parts: read.filter((_, at) => !absorbed.has(at)), cost: absorbed.size * NAMED }
}
