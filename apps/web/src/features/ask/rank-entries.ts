import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

/** In any case, without accents, and without the number sign that some platforms write before order numbers. */
const fold = (text: string): string =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim().replace(/^#/, '')

/** 3: the whole name was typed; 2: its beginning; 1: beginnings of its words; 0: none of it. */
const matchName = (name: string, typed: string): number => {
  const folded = fold(name)
  if (folded === typed) return 3
  if (folded.startsWith(typed)) return 2
  const words = folded.split(/[\s-]/)
  return typed.split(' ').every((part) => words.some((word) => word.startsWith(part))) ? 1 : 0
}

/** Entries shown per group. */
const MOST_SHOWN = 6

/** What was typed completely, as a group of its own; then the groups by their best name, and within them the entries. */
export const rankEntries = (groups: readonly PaletteGroup[], text: string): PaletteGroup[] => {
  const typed = fold(text)
  const quality = ({ label, code }: PaletteEntry): number =>
    typed === '' ? 0 : Math.max(matchName(label, typed), code ? matchName(code, typed) : 0)
  const ranked = groups
    .map(({ title, entries }) => ({ title, entries: entries.toSorted((a, b) => quality(b) - quality(a)) }))
    .toSorted((a, b) => Math.max(0, ...b.entries.map(quality)) - Math.max(0, ...a.entries.map(quality)))
  const exact = ranked.flatMap(({ entries }) => entries.filter((entry) => quality(entry) === 3))
  const others = ranked.map(({ title, entries }) => ({
    title,
    entries: entries.filter((entry) => quality(entry) < 3).slice(0, MOST_SHOWN),
  }))
  return [{ title: 'Best match', entries: exact }, ...others].filter(({ entries }) => entries.length > 0)
}

const ASKS = /\?$|^(who|whose|what|when|where|which|why|how|is|are|was|were|do|does|did|show|tell|compare)\s/i

export const isQuestion = (text: string): boolean => ASKS.test(text)
