import { useState } from 'react'
import type { Resize } from './column-menu.tsx'

/** Pixels. */
const NARROWEST = 48
const WIDEST = 800

/** Widths that the reader chose, by the column's key; `fitting`: those that fit the content. */
export const useColumnSizes = (keys: readonly string[], fitting: readonly number[]) => {
  const [chosen, setChosen] = useState<Readonly<Record<string, number>>>({})
  const widths = keys.map((key, place) => chosen[key] ?? fitting[place] ?? NARROWEST)
  const setWidth = (key: string, width: number): void =>
    setChosen((before) => ({ ...before, [key]: Math.round(Math.min(WIDEST, Math.max(NARROWEST, width))) }))
  const resize = (key: string, by: Resize): void => {
    const width = widths[keys.indexOf(key)] ?? NARROWEST
    if (by !== null) setWidth(key, width * by)
    else setChosen(({ [key]: _fitted, ...others }) => others)
  }
  return { widths, setWidth, resize }
}

/** Distances of the first columns from the left edge, where they stay when the table is scrolled; null for all others. */
export const pinnedLefts = (widths: readonly number[], pinned: number): readonly (number | null)[] =>
  widths.map((_, place) => (place < pinned ? widths.slice(0, place).reduce((sum, width) => sum + width, 0) : null))
