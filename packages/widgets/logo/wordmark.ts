import { textWidth } from '#charts/text-measure.ts'

/**
 * Width in em that a line of the name needs so that three lines hold all of it: that of its longest word, and half of the whole, since two
 * lines after each other are together wider than one.
 */
export const wordmarkEms = (name: string): number =>
  Math.max(1, textWidth(name, 1) / 2, ...name.split(/\s+/).map((word) => textWidth(word, 1)))
