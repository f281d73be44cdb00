/** Width in em of the characters that deviate most from the mean of the typeface (Inter, regular). */
const NARROW = new Set([..."iljtfr.,:;!|'()[] I"])
const WIDE = new Set([...'mwMW@%'])

/** Chinese, Japanese, Korean and emoji: squares. */
const SQUARE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

const emOf = (character: string): number => {
  if (NARROW.has(character)) return 0.34
  if (WIDE.has(character)) return 0.88
  if (character >= '0' && character <= '9') return 0.62
  if (SQUARE.test(character)) return 1
  return character >= 'A' && character <= 'Z' ? 0.68 : 0.57
}

/** Estimated width in pixels, rounded up; accurate enough to decide whether a label fits without a DOM. */
export const textWidth = (text: string, fontSize = 12): number => {
  let em = 0
  for (const character of text) em += emOf(character)
  return em * fontSize
}

/** The text, truncated with an ellipsis if needed; empty if not even one letter fits. */
export const fitText = (text: string, width: number, fontSize = 12): string => {
  if (textWidth(text, fontSize) <= width) return text
  const characters = [...text]
  while (characters.length > 0) {
    characters.pop()
    const shorter = `${characters.join('').trimEnd()}…`
    if (characters.length > 0 && textWidth(shorter, fontSize) <= width) return shorter
  }
  return ''
}

export const widestText = (texts: readonly string[]): number =>
  Math.ceil(Math.max(0, ...texts.map((text) => textWidth(text))))
