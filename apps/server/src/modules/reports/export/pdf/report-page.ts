import createBidi from 'bidi-js'
import PDFDocument from 'pdfkit'
import { REGULAR_FONT, SEMIBOLD_FONT, scriptFonts } from '#server/platform/fonts/fonts.ts'
import { BOLD, REGULAR } from './page-style.ts'

declare global {
  namespace PDFKit {
    /** Parts of a document that the package's types leave out. */
    interface PDFDocument {
      readonly _font: {
        /** thousandths of the font size */
        readonly ascender: number
        readonly font: { hasGlyphForCodePoint(code: number): boolean }
      }
      /** those that were used, by name */
      readonly _fontFamilies: Readonly<Record<string, unknown>>
      /** points */
      readonly _fontSize: number
      /** Draws a line, or a part of one, in the current font. */
      _fragment(text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions): void
    }
  }
}

/** The fonts in which a character is looked for. A file is read when a text needs it. */
const FONTS: ReadonlyMap<string, readonly string[]> = new Map([
  [REGULAR, [REGULAR, ...scriptFonts(false)]],
  [BOLD, [BOLD, ...scriptFonts(true)]],
])

/** Characters that Inter has and that are read from left to right. */
const PLAIN = /^[\n -~\u00a0-\u00ac\u00ae-\u0148\u014a-\u017f\u0400-\u0479–—‘’“”•…€−]*$/

/** Not drawn by itself, such as an accent. */
const MARK = /[\p{M}\p{Cc}\p{Default_Ignorable_Code_Point}]/u
/** pdfkit puts text of these scripts from right to left itself. */
const RIGHT_TO_LEFT = /\p{scx=Hebr}|\p{scx=Arab}/u

const bidi = createBidi()

/** Part of a line in one font and direction. */
interface Piece {
  text: string
  readonly font: string
  /** of embedding: odd from right to left */
  readonly level: number
}

/** A document set in Inter. Characters that Inter lacks are drawn with the fonts of their scripts, and each line in its own direction. */
export class ReportPage extends PDFDocument {
  /** Whether a box was drawn for a character that no font has. */
  hasBoxes = false
  readonly #fonts = new Map<string, string | null>()

  constructor(options: PDFKit.PDFDocumentOptions) {
    super(options)
    this.registerFont(REGULAR, REGULAR_FONT)
    this.registerFont(BOLD, SEMIBOLD_FONT)
  }

  override widthOfString(text: string, options?: PDFKit.Mixins.TextOptions): number {
    const face = this.#faceToReplace(text)
    if (face === null) return super.widthOfString(text, options)
    return this.#measured(text, face).reduce((sum, { width }) => sum + width, 0)
  }

  override _fragment(text: string, x: number, y: number, options: PDFKit.Mixins.TextOptions): void {
    const face = this.#faceToReplace(text)
    if (face === null) {
      super._fragment(text, x, y, options)
      return
    }
    const baseline = options.baseline ?? (-this._font.ascender * this._fontSize) / 1000
    let left = x
    for (const piece of this.#measured(text.trimEnd(), face)) {
      this.font(piece.font)
      super._fragment(piece.text, left, y, { baseline })
      left += piece.width
    }
    this.font(face)
  }

  /** The current face of Inter when the text may need other fonts. Null for a piece, which the writer measures before it draws it. */
  #faceToReplace(text: string): string | null {
    if (PLAIN.test(text)) return null
    return [REGULAR, BOLD].find((name) => this._font === this._fontFamilies[name]) ?? null
  }

  #measured(text: string, face: string): (Piece & { readonly width: number })[] {
    const pieces = this.#pieces(text, face).map((piece) => {
      this.font(piece.font)
      return { ...piece, width: super.widthOfString(piece.text) }
    })
    this.font(face)
    return pieces
  }

  /** A line's pieces from left to right. */
  #pieces(text: string, face: string): Piece[] {
    const line = this.#withBoxes(text, face)
    const embedding = bidi.getEmbeddingLevels(line)
    const mirrored = bidi.getMirroredCharactersMap(line, embedding.levels)
    const fonts = this.#fontsByIndex(line, face)
    const pieces: Piece[] = []
    for (const index of bidi.getReorderedIndices(line, embedding)) {
      const font = fonts[index] ?? face
      const level = embedding.levels[index] ?? 0
      const character = mirrored.get(index) ?? line.charAt(index)
      const last = pieces.at(-1)
      if (last?.font === font && last.level === level) last.text += character
      else pieces.push({ text: character, font, level })
    }
    return pieces.map((piece) =>
      RIGHT_TO_LEFT.test(piece.text) ? { ...piece, text: [...piece.text].reverse().join('') } : piece,
    )
  }

  #withBoxes(text: string, face: string): string {
    return text.replace(/[\s\S]/gu, (character) => {
      if (this.#findFont(character, face) !== null) return character
      if (MARK.test(character)) return ''
      this.hasBoxes = true
      return '□'
    })
  }

  /** The font of each UTF-16 unit. */
  #fontsByIndex(line: string, face: string): string[] {
    const fonts: string[] = []
    for (const character of line) {
      const previous = fonts.at(-1)
      const isJoined = previous !== undefined && MARK.test(character) && this.#hasGlyph(previous, character)
      const font = isJoined ? previous : (this.#findFont(character, face) ?? face)
      fonts.push(...Array<string>(character.length).fill(font))
    }
    return fonts
  }

  /** The first of the face's fonts that has the character. */
  #findFont(character: string, face: string): string | null {
    const key = `${face} ${character}`
    const cached = this.#fonts.get(key)
    if (cached !== undefined) return cached
    const font = FONTS.get(face)?.find((name) => this.#hasGlyph(name, character)) ?? null
    this.#fonts.set(key, font)
    return font
  }

  #hasGlyph(font: string, character: string): boolean {
    return this.font(font)._font.font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
  }
}
